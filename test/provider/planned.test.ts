import { registry } from "../../src/model";
import { asPlanned, filled } from "../../src/provider/planned";
import { unknown, type ValueRecord } from "../../src/provider/plugin";
import { recordOf } from "./records";

const { repos } = registry;

const record = (activeTags: ValueRecord[string], uniqueTags: ValueRecord[string], more: ValueRecord = {}) =>
  recordOf(repos, {
    name: "one",
    active_tags: activeTags,
    sync_config: { source: "other", unique_tags: uniqueTags },
    ...more,
  });

test("an update answers what was planned of what the service assigns, and what it answers where that was open", () => {
  const planned = record([], false);
  const answer = record(["new"], true);
  expect(asPlanned(repos.fields, planned, answer)).toEqual(planned);
  expect(asPlanned(repos.fields, record(unknown, unknown), answer)).toEqual(answer);
  // Inputs are told as they are: an engine says of those what was not planned.
  const other = record(["new"], true, { name: "two", sync_config: null });
  expect(asPlanned(repos.fields, planned, other)).toEqual(record([], true, { name: "two", sync_config: null }));
});

test("what was left open is as it was where nothing had to be sent", () => {
  const prior = record(["old"], true);
  expect(filled(record(unknown, unknown, { description: "" }), prior)).toEqual({ ...prior, description: "" });
});
