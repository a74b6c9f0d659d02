/** What is known of a session while it is played, and afterwards. */
import type { MockCall } from "#mock-api";
import type { HarnessEvent, MessagesRequest, ModelResponse, Session, SessionOptions } from "#src/index.ts";
import type { Holding } from "./plan.ts";
import type { World } from "./world.ts";

/** A moment of a played session, right after an event. */
export interface Moment {
  readonly event: HarnessEvent;
  readonly session: Session;
  readonly world: World;
  readonly options: Partial<SessionOptions>;
  /** What held when the last request was made, where the plan says so. */
  readonly holds: Holding;
}

/** What a played session came to. */
export interface Played {
  readonly world: World;
  readonly session: Session;
  /** What a process of this session is started with besides its ports. */
  readonly options: Partial<SessionOptions>;
  readonly requests: readonly MessagesRequest[];
  readonly responses: readonly ModelResponse[];
  readonly events: readonly HarnessEvent[];
  readonly calls: readonly MockCall[];
}

/** How to play. `observe` sees every moment but the pieces of a stream; what it throws fails the play at its end. */
export interface PlayOptions {
  readonly observe?: (moment: Moment) => void;
  readonly session?: Partial<SessionOptions>;
  readonly world?: World;
}
