import { defineConfig } from "vitest/config";
import { subjectInPlaceOfSrc } from "./test/support/subject.ts";

export default defineConfig({
  // The laws can be tried on another copy of `src` (a workbench, a wrong way): GLASS_SUBJECT names its folder.
  plugins: subjectInPlaceOfSrc(process.env["GLASS_SUBJECT"]),
  test: {
    include: ["test/**/*.test.ts"],
    // What takes long belongs to `npm run test:deep`, and to nothing else.
    exclude: process.env["GLASS_DEEP"] ? [] : ["test/deep/**"],
    globalSetup: ["test/support/built-folder.ts"],
    testTimeout: 20_000,
    restoreMocks: true,
    // By default one core is left idle.
    maxWorkers: 2,
    // Modules are loaded once a worker, not once a file: no test leaves anything behind in them.
    isolate: false,
    // A law is tried a little over a third as often here as in `npm run test:deep`.
    env: { GLASS_RUNS_FACTOR: process.env["GLASS_RUNS_FACTOR"] ?? "0.36" },
  },
});
