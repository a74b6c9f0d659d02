/** The codes that tell errors of one type apart (MR-18). */

/** Each code and the status that it comes with. What a client does not know it has to read as the bare type. */
export const ERROR_CODES = {
  available_tools_limit_exceeded: 400,
  tool_name_conflict: 400,
  tool_reference_unresolved: 400,
  image_dimensions_too_large: 400,
  compaction_block_ambiguous: 400,
  compaction_block_misplaced: 400,
  compaction_content_mismatch: 400,
  compaction_incomplete_turn: 400,
  compaction_nothing_to_summarize: 400,
  compaction_signature_invalid: 400,
  compaction_too_many_tool_references: 400,
  compaction_tool_changes_mismatch: 400,
  compaction_unavailable: 529,
  thread_already_continued: 400,
  thread_continue_in_flight: 400,
  thread_fingerprint_mismatch: 400,
  thread_unsupported_request: 400,
  thread_not_found: 404,
  request_body_encoding_invalid: 400,
  request_body_encoding_unsupported: 400,
  request_body_too_large_after_decoding: 413,
  enforced_spend_limit_reached: 429,
  contract_spend_limit_reached: 429,
  ramp_limit_exceeded: 429,
} as const satisfies Readonly<Record<string, number>>;

/** A code of the list. */
export type ErrorCode = keyof typeof ERROR_CODES;
