/** Ways to break the rules of the API, each made out of a legal request, with the refusal it must bring. */
import { ofBinding } from "./binding.ts";
import type { Break } from "./break.ts";
import { ofMarkers } from "./cache-control.ts";
import { ofEndings, ofServerTools } from "./endings.ts";
import { ofFields } from "./fields.ts";
import { ofImages, ofOutputFormat } from "./images.ts";
import { ofLimits } from "./limits.ts";
import { ofMessages } from "./messages.ts";
import { ofModels } from "./models.ts";
import { ofRoles } from "./roles.ts";
import { ofSampling } from "./sampling.ts";
import { ofServerSide } from "./server-side.ts";
import { ofThinking } from "./thinking.ts";
import { ofThinkingConfig, ofThinkingPlacement } from "./thinking-config.ts";
import { ofSpeakers, ofToolCalls } from "./tool-calls.ts";
import { ofToolChoice } from "./tool-choice.ts";
import { ofTools } from "./tools.ts";
import { ofBetas, ofTransport } from "./transport.ts";
import { ofVersions } from "./versions.ts";

/** One or more for every rule. */
export const breaks: readonly Break[] = [
  ...ofTransport,
  ...ofBetas,
  ...ofFields,
  ...ofMessages,
  ...ofImages,
  ...ofVersions,
  ...ofTools,
  ...ofOutputFormat,
  ...ofSpeakers,
  ...ofToolCalls,
  ...ofThinking,
  ...ofBinding,
  ...ofMarkers,
  ...ofModels,
  ...ofRoles,
  ...ofEndings,
  ...ofServerTools,
  ...ofToolChoice,
  ...ofThinkingConfig,
  ...ofThinkingPlacement,
  ...ofSampling,
  ...ofLimits,
  ...ofServerSide,
];
