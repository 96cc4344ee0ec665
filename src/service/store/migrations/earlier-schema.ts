/** The tables as the migrations up to 0009 created them, as far as these migrations read or write rows. */
export interface Schema {
  readonly resources: {
    readonly type: string;
    readonly uid: string;
    readonly root: string;
    readonly parent: string | null;
    readonly name: string;
    readonly create_time: string;
    readonly update_time: string;
    readonly data: string;
  };
  readonly terms: { readonly type: string; readonly field: string; readonly value: string; readonly uid: string };
  readonly counts: {
    readonly uid: string;
    readonly type: string;
    readonly lane: number;
    readonly direct: number;
    readonly below: number;
  };
  readonly refresh_tokens: {
    readonly digest: string;
    readonly family: string;
    readonly data: string;
    readonly used: number;
    readonly expires: string;
  };
  readonly sessions: {
    readonly uid: string;
    readonly identity: string;
    readonly generation: number;
    readonly provider: string;
    readonly issuer: string;
    readonly client_id: string;
    readonly create_time: string;
    readonly last_used_time: string;
    readonly expires: string;
    readonly ends: string;
    readonly upstream: string;
  };
}
