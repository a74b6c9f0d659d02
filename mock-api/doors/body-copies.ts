/** A body whose copies are free of each other. */

/**
 * The body of a response that is going to be copied. Of a stream and its copy neither can be thrown away alone: to
 * cancel one waits until the other is cancelled too. A client that throws an error's body away before it tries again,
 * as the SDK does (MR-107), would wait for ever for a copy that msw keeps for its listeners. Of this body and of its
 * copies each can be thrown away by itself; the mock is told when all of them are.
 */
export class FreelyCopied extends ReadableStream<Uint8Array> {
  constructor(body: ReadableStream<Uint8Array>) {
    const reader = body.getReader();
    super(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        // Not waited for: that is the point.
        cancel: (reason) => void reader.cancel(reason).catch(() => {}),
      },
      { highWaterMark: 0 },
    );
  }

  override tee(): [FreelyCopied, FreelyCopied] {
    const [one, other] = super.tee();
    return [new FreelyCopied(one), new FreelyCopied(other)];
  }
}
