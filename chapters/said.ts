/** What is said in a play: by its user, and by its model. */
import type { Reply } from "#mock-api";
import type { Session } from "#src/index.ts";

/** The user says something, and the turn that follows is waited for. Throws where that ends with something to tell. */
export async function said(session: Session, prompt: string): Promise<void> {
  const { message } = await session.prompt(prompt);
  if (message !== undefined) throw new Error(message);
}

/** An answer that is words and nothing else. */
export function words(text: string): Reply {
  return { content: [{ type: "text", text }] };
}
