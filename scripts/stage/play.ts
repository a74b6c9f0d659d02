/** Plays a chapter. */
import { type Frame, framesOf } from "#src/terminal/frames.ts";
import type { Chapter } from "../chapter/chapter.ts";
import { MemoryStage } from "./stage.ts";

/** The steps that a chapter's play comes to. Throws what the play throws. */
export async function playChapter(chapter: Pick<Chapter, "model" | "shell" | "play">): Promise<Frame[]> {
  const stage = new MemoryStage(chapter);
  await chapter.play(stage);
  return framesOf(stage.happenings);
}
