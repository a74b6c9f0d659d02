/**
 * glass-harness: the agent harness you can see through. This is its public door.
 *
 * @packageDocumentation
 */

export { whyCacheIsLost } from "./annex/cache/lost.ts";
export type { FileChange } from "./annex/checkpoint/changes.ts";
export type { NamedLog } from "./annex/checkpoint/history-lines.ts";
export { historyLines } from "./annex/checkpoint/history-lines.ts";
export type { PlannedFile, RestorePlan } from "./annex/checkpoint/plan.ts";
export { KEPT_CHECKPOINTS } from "./annex/checkpoint/plan.ts";
export type { Rewinder, RewindPoint } from "./annex/checkpoint/rewinder.ts";
export { rewinder } from "./annex/checkpoint/rewinder.ts";
export { planTold, restoreTold } from "./annex/checkpoint/told.ts";
export type { CarryHost, RestoredFiles } from "./annex/compaction/carry-over.ts";
export { carryingOver, RESTORED_FILES } from "./annex/compaction/carry-over.ts";
export { summaryThatFits } from "./annex/compaction/summary-that-fits.ts";
export { ANNEX_INJECTIONS } from "./annex/context/injections.ts";
export { together } from "./annex/context/together.ts";
export type { HookCommand, HookEvent, OnFailure } from "./annex/hooks/configured.ts";
export { hooksFrom } from "./annex/hooks/hooks.ts";
export type { HookedSession, HookHost } from "./annex/hooks/one-hook.ts";
export type { HookRun, HookRunner } from "./annex/hooks/runner.ts";
export { fittingImages } from "./annex/images/fit.ts";
export { LogIndex } from "./annex/log/fast/index-log.ts";
export type { TailLog, TailOptions } from "./annex/log/fast/tail.ts";
export { tailReader } from "./annex/log/fast/tail.ts";
export type { LogSource } from "./annex/log/log-source.ts";
export type { FoundSession, LogShelf } from "./annex/log/sessions/candidates.ts";
export type { SessionRow } from "./annex/log/sessions/listing.ts";
export { listSessions } from "./annex/log/sessions/listing.ts";
export type { Glance, Summary } from "./annex/log/sessions/listing-glance.ts";
export type { Directory } from "./annex/log/sessions/project.ts";
export { newestSession } from "./annex/log/sessions/project.ts";
export type { Title } from "./annex/log/sessions/titles.ts";
export type {
  ListedTool,
  McpConnect,
  McpConnection,
  McpEvents,
  McpResult,
  ServerConfig,
} from "./annex/mcp/connection.ts";
export type { McpServer, ServerState } from "./annex/mcp/one-server.ts";
export type { OpenServers, ServerToStart } from "./annex/mcp/servers.ts";
export { openServers } from "./annex/mcp/servers.ts";
export type { LeftOut, Loaded, LoadedFile, WaitingRule } from "./annex/memory/loaded.ts";
export type { MemoryPath, MemoryPlace } from "./annex/memory/places.ts";
export type { MemoryHost } from "./annex/memory/session-memory.ts";
export { SessionMemory } from "./annex/memory/session-memory.ts";
export { mentionsAsWords } from "./annex/mentions/as-words.ts";
export type { ResultKeeping } from "./annex/results/persisting.ts";
export { persisting } from "./annex/results/persisting.ts";
export type { FoundSkills } from "./annex/skills/read-skills.ts";
export type { Skill } from "./annex/skills/skill.ts";
export type { SkillHost } from "./annex/skills/skills.ts";
export { Skills } from "./annex/skills/skills.ts";
export type { AgentHost, AgentParent } from "./annex/subagents/agent-tool.ts";
export { agentTool } from "./annex/subagents/agent-tool.ts";
export { taskReminders } from "./annex/tasks/reminders.ts";
export type { FindLines, FoundInFile, FoundLine, Search } from "./annex/tools/find-lines.ts";
export { ALL_TOOLS, allTools } from "./annex/tools/table.ts";
export type { Backup, Checkpoint, FileHistory } from "./checkpoint/history.ts";
export { historyOf } from "./checkpoint/history.ts";
export type { CheckpointPlace } from "./checkpoint/snapshot.ts";
export { checkpointing } from "./checkpoint/snapshot.ts";
export type { Branching } from "./commands/branch.ts";
export { branch } from "./commands/branch.ts";
export type { Aside } from "./commands/btw.ts";
export { btw, fork } from "./commands/btw.ts";
export type { Compacted, Compacting, Part } from "./commands/compact.ts";
export { compact } from "./commands/compact.ts";
export type { Prompt } from "./commands/rewind.ts";
export { promptsOf, rewind } from "./commands/rewind.ts";
export type { Fields, Injection, Injections, Reminders } from "./context/attachments.ts";
export { CORE_INJECTIONS, LIVES, REMINDERS } from "./context/attachments.ts";
export type { MemoryFile } from "./context/memory.ts";
export type { Mention, MentionCall } from "./context/mentions.ts";
export type { HarnessEvent, Listener } from "./events.ts";
export type { Attachment, HookMoment, Hooks, HookVerdict } from "./hooks.ts";
export { NO_HOOKS } from "./hooks.ts";
export type { Connection } from "./host/client.ts";
export { modelOver } from "./host/client.ts";
export type { FileCalls } from "./host/file-calls.ts";
export { nodeShelf } from "./host/log-shelf.ts";
export type { PermissionMode } from "./host/modes.ts";
export { askByMode, PERMISSION_MODES } from "./host/modes.ts";
export type { Fsync } from "./host/open-logs.ts";
export { FSYNCS, OpenLogs } from "./host/open-logs.ts";
export { hostPorts } from "./host/ports.ts";
export { hostFindLines } from "./host/ripgrep.ts";
export type { ChainEntry, Line } from "./log/entry.ts";
export { isChainEntry, parseLine, printLine } from "./log/entry.ts";
export type { Path, PathItem } from "./log/path.ts";
export { pathTo } from "./log/path.ts";
export { sessionPath, slug } from "./log/place.ts";
export type { DamagedLine, ReadLine, ReadLog } from "./log/read.ts";
export { readLog } from "./log/read.ts";
export type { Conversation, OpenCall, Telling } from "./log/transcript.ts";
export { transcribe } from "./log/transcript.ts";
export type { Node, Tree } from "./log/tree.ts";
export { buildTree, leafOf } from "./log/tree.ts";
export type { EntryContent } from "./log/writer.ts";
export type { LoggedCall } from "./loop/batch.ts";
export type { Said, StepHost, StepLog, StepOutcome } from "./loop/step.ts";
export type { TurnResult } from "./loop/turn.ts";
export type { LogAsked, LogReader, OpenedLog, SessionOptions, Summarize } from "./opened.ts";
export { SessionError } from "./opened.ts";
export type {
  ApiErrorDetails,
  Ask,
  AskedCall,
  Clock,
  Delta,
  Disk,
  DiskEntry,
  Ids,
  LogFile,
  Model,
  Permission,
  Ports,
  Shell,
  ShellResult,
  ToolKind,
} from "./ports.ts";
export { ApiError, LogWriteError } from "./ports.ts";
export type { RequestParts } from "./request/build.ts";
export { buildRequest } from "./request/build.ts";
export type { Digests } from "./request/digest.ts";
export { digestsOf } from "./request/digest.ts";
export type { RequestSettings, StableParts } from "./request/stable.ts";
export { Session, VERSION } from "./session.ts";
export { SessionLog } from "./session-log.ts";
export type { ToolHost, ToolRun } from "./tools/run.ts";
export { runCall } from "./tools/run.ts";
export { CORE_TOOLS } from "./tools/table.ts";
export type { InputProperty, InputSchema, Tool, ToolContext, ToolOutcome } from "./tools/tool.ts";
export { ToolError } from "./tools/tool.ts";
export type {
  Block,
  CacheTtl,
  Message,
  MessagesRequest,
  ModelResponse,
  Role,
  TextBlock,
  ToolDefinition,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
} from "./wire.ts";
