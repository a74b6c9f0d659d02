/** What skills say to the model (C-4.2, D-11). */
import type { Injections } from "../../context/attachments.ts";
import type { Attachment } from "../../hooks.ts";
import { INVOKED_SKILL, invokedWords } from "./invoked.ts";
import { SKILL_LISTING } from "./listing.ts";

/** Neither is dropped for being the same as an earlier one: a skill can be changed back, and invoked again. */
export const SKILL_INJECTIONS: Injections = {
  [SKILL_LISTING]: {
    words: ({ content }) => (typeof content === "string" && content !== "" ? content : undefined),
  },
  [INVOKED_SKILL]: { words: (attachment) => invokedWords(attachment as Attachment) },
};
