import { Construct } from "constructs";

/** What exists and stays as it is: only its uid is known. */
export class Existing extends Construct {
  constructor(
    scope: Construct,
    id: string,
    readonly uid: string,
  ) {
    super(scope, id);
  }
}
