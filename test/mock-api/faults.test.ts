/** Faults on demand: plans, what each fault does to the response, and what the script keeps. */
import { describe, expect, test } from "vitest";
import {
  createMockApi,
  FAULTS,
  type FaultKind,
  type FaultPlan,
  type Mishap,
  type MockCall,
  type Reply,
} from "../../mock-api/index.ts";
import { ask, events, send } from "./exchange.ts";

const REQUEST = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hello" }] };
const HI: Reply = { content: [{ type: "text", text: "Hi." }] };
const faulty = (fault: Mishap, onCall: (call: MockCall) => void = () => {}) =>
  createMockApi({ model: [HI], faults: [fault], onCall });

/** The status of each of some calls; 0 when the connection breaks. */
async function statuses(faults: FaultPlan, calls: number): Promise<number[]> {
  const api = createMockApi({ model: () => HI, faults });
  const seen: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    seen.push(
      await send(api, REQUEST).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  }
  return seen;
}

describe("a plan", () => {
  test.each<[plan: FaultPlan, seen: number[]]>([
    [
      [null, FAULTS.overloaded],
      [200, 529, 200],
    ],
    [{ 3: FAULTS.rate_limited, 1: FAULTS.reset }, [0, 200, 429]],
    [(call) => (call % 2 === 0 ? FAULTS.server_error : undefined), [200, 500, 200]],
    [{ seed: 7, rate: 1, kinds: ["overloaded"] }, [529, 529, 529]],
    [{ seed: 7, rate: 0 }, [200, 200, 200]],
  ])("says which call meets which fault, %j", async (plan, seen) => {
    expect(await statuses(plan, 3)).toEqual(seen);
  });

  test("by seed brings the same faults again, other ones for another seed, and about as many as the rate says", async () => {
    const kinds: FaultKind[] = ["rate_limited", "server_error", "overloaded", "reset"];
    const [one, again, other] = await Promise.all(
      [1, 1, 2].map((seed) => statuses({ seed, rate: 0.25, kinds }, 200)),
    );
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(new Set(one)).toEqual(new Set([200, 429, 500, 529, 0]));
    const share = (one ?? []).filter((status) => status !== 200).length / 200;
    expect(Math.abs(share - 0.25)).toBeLessThan(0.1);
  });

  test.each<[plan: FaultPlan, message: string]>([
    [{ seed: 1, rate: 2 }, "The rate of faults is from 0 to 1, not 2."],
    [
      { seed: 1, rate: 0.5, kinds: ["flood" as FaultKind] },
      'There is no fault "flood"; there are rate_limited,',
    ],
  ])("that cannot be is refused, %j", (faults, message) => {
    expect(() => createMockApi({ model: [], faults })).toThrow(message);
  });

  test("counts the calls that pass the checks, and no others", async () => {
    const api = createMockApi({ model: [HI], faults: { 1: { status: 529 } } });
    expect((await send(api, { ...REQUEST, messages: [] })).status).toBe(400);
    expect((await send(api, REQUEST)).status).toBe(529);
  });
});

describe("a fault in place of the answer", () => {
  test("asks no model, and the scripted reply is still the next one", async () => {
    let asked = 0;
    const model = () => {
      asked += 1;
      return HI;
    };
    const api = createMockApi({ model, faults: [{ status: 500 }, { fault: "reset" }] });
    await send(api, REQUEST);
    await expect(send(api, REQUEST)).rejects.toThrow("fetch failed");
    expect(asked).toBe(0);
    const scripted = faulty({ status: 529 });
    await send(scripted, REQUEST);
    expect(await ask(scripted, REQUEST)).toMatchObject({ content: [{ text: "Hi." }] });
  });

  test("429 says when to come back, in seconds and in milliseconds", async () => {
    const { headers, status } = await send(faulty(FAULTS.rate_limited), REQUEST);
    expect([status, headers.get("retry-after"), headers.get("retry-after-ms")]).toEqual([429, "1", "1"]);
  });

  test("a reset looks like that of a real fetch, and is told of", async () => {
    const calls: MockCall[] = [];
    await expect(
      send(
        faulty(FAULTS.reset, (call) => calls.push(call)),
        REQUEST,
      ),
    ).rejects.toSatisfy(
      (error: Error) => error instanceof TypeError && (error.cause as { code: string }).code === "ECONNRESET",
    );
    expect(calls).toEqual([{ request: REQUEST, status: 0, fault: "reset" }]);
  });

  test("a hang lasts until the client hangs up, and ends with its reason", async () => {
    const abort = new AbortController();
    const api = faulty(FAULTS.hang, () => queueMicrotask(() => abort.abort(new Error("enough"))));
    await expect(send(api, REQUEST, { signal: abort.signal })).rejects.toThrow("enough");
    expect(await ask(api, REQUEST)).toMatchObject({ content: [{ text: "Hi." }] });
  });
});

describe("a fault in the middle of an answer", () => {
  test("a stream is cut off after events or bytes, and ends as if it were whole", async () => {
    expect((await events(faulty({ fault: "truncate", after_events: 4 }), REQUEST)).length).toBe(4);
    const body = await (
      await send(faulty({ fault: "truncate", after_bytes: 99 }), { ...REQUEST, stream: true })
    ).text();
    expect(Buffer.byteLength(body)).toBe(99);
  });

  test("a plain answer that is cut off is no JSON", async () => {
    const response = await send(faulty(FAULTS.truncated), REQUEST);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toBeInstanceOf(SyntaxError);
  });

  test("a stream that hangs breaks off when the client hangs up", async () => {
    const abort = new AbortController();
    const response = await send(
      faulty({ fault: "hang", after_events: 1 }),
      { ...REQUEST, stream: true },
      { signal: abort.signal },
    );
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const waiting = reader?.read();
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("not streamed, it is an error or a reset before the response", async () => {
    expect((await send(faulty(FAULTS.mid_stream_error), REQUEST)).status).toBe(500);
    await expect(send(faulty({ fault: "reset", after_events: 3 }), REQUEST)).rejects.toThrow("fetch failed");
  });
});

test("a script has the same faults as replies of its own, each of which is used up", async () => {
  const api = createMockApi({
    model: [{ fault: "reset" }, { ...HI, fault: "truncate", after_events: 2 }, HI],
  });
  await expect(send(api, REQUEST)).rejects.toThrow("fetch failed");
  expect((await events(api, REQUEST)).length).toBe(2);
  expect(await ask(api, REQUEST)).toMatchObject({ content: [{ text: "Hi." }] });
});
