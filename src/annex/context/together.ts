/** Several who may step into the loop, as one: the user's hooks, and every part of the annex that tells the model something. */
import type { Attachment, Hooks } from "../../hooks.ts";

/**
 * Runs them one after the other, in the order given: what they leave stands in the log in that order. The first objection
 * is the verdict, and who comes after it is not asked any more. Law: prefix-all-told
 */
export function together(...parts: readonly Hooks[]): Hooks {
  return async (moment, signal, told) => {
    const attachments: Attachment[] = [];
    for (const part of parts) {
      const verdict = await part(moment, signal, told);
      attachments.push(...verdict.attachments);
      if (verdict.blocked !== undefined) return { attachments, blocked: verdict.blocked };
    }
    return { attachments };
  };
}
