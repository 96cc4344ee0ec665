// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface PlatformProviderConfig {
  /**
  * The URL of the token service. Not needed with a token. Environment variable: PLATFORM_AUTH_URL.
  */
  readonly authUrl?: string;
  /**
  * The URL of the platform's API, such as https://platform.example.com. Environment variable: PLATFORM_BASE_URL.
  */
  readonly baseUrl?: string;
  /**
  * The path of a PEM file with CA certificates to trust in addition to the default ones. Defaults to SSL_CERT_FILE. Environment variable: PLATFORM_CA_FILE.
  */
  readonly caFile?: string;
  /**
  * CA certificates to trust in addition to the default ones, in PEM format. Conflicts with ca_file. Environment variable: PLATFORM_CA_PEM.
  */
  readonly caPem?: string;
  /**
  * The uid of the identity to assume. Optional if identity_token or identity_token_file is set. Environment variable: PLATFORM_IDENTITY.
  */
  readonly identity?: string;
  /**
  * An OIDC token to exchange for an access token. Environment variable: PLATFORM_IDENTITY_TOKEN.
  */
  readonly identityToken?: string;
  /**
  * The audience of the OIDC token to request from the CI system. Defaults to auth_url. Environment variable: PLATFORM_IDENTITY_TOKEN_AUDIENCE.
  */
  readonly identityTokenAudience?: string;
  /**
  * The path of a file with an OIDC token. The file is read whenever a token is needed. Environment variable: PLATFORM_IDENTITY_TOKEN_FILE.
  */
  readonly identityTokenFile?: string;
  /**
  * Whether base_url and auth_url may use plain http for hosts other than loopback. Environment variable: PLATFORM_INSECURE.
  */
  readonly insecure?: boolean | cdktf.IResolvable;
  /**
  * The name or uid of the identity's organization. Required if identity is not set and the platform has several organizations. Environment variable: PLATFORM_ORGANIZATION.
  */
  readonly organization?: string;
  /**
  * How resources are read: "bulk" (default) lists all resources below a root group if that takes fewer requests; "direct" reads each resource separately. Environment variable: PLATFORM_REFRESH.
  */
  readonly refresh?: string;
  /**
  * An access token. Conflicts with identity, organization, identity_token and identity_token_file. Environment variable: PLATFORM_TOKEN.
  */
  readonly token?: string;
  /**
  * Whether exchanged access tokens are cached in a file that only the same user can read, so that the processes of a command share one exchange. Defaults to true. Environment variable: PLATFORM_TOKEN_CACHE.
  */
  readonly tokenCache?: boolean | cdktf.IResolvable;
  /**
  * Alias name
  */
  readonly alias?: string;
}

/**
* Represents a platform
*/
export class PlatformProvider extends cdktf.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a PlatformProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the PlatformProvider to import
  * @param importFromId The id of the existing PlatformProvider that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the PlatformProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options PlatformProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: PlatformProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform',
      terraformGeneratorMetadata: {
        providerName: 'platform',
        providerVersionConstraint: '>= 0.1, < 1'
      },
      terraformProviderSource: 'registry.terraform.io/platform-iac/platform'
    });
    this._authUrl = config.authUrl;
    this._baseUrl = config.baseUrl;
    this._caFile = config.caFile;
    this._caPem = config.caPem;
    this._identity = config.identity;
    this._identityToken = config.identityToken;
    this._identityTokenAudience = config.identityTokenAudience;
    this._identityTokenFile = config.identityTokenFile;
    this._insecure = config.insecure;
    this._organization = config.organization;
    this._refresh = config.refresh;
    this._token = config.token;
    this._tokenCache = config.tokenCache;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // auth_url - computed: false, optional: true, required: false
  private _authUrl?: string;
  public get authUrl() {
    return this._authUrl;
  }
  public set authUrl(value: string | undefined) {
    this._authUrl = value;
  }
  public resetAuthUrl() {
    this._authUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get authUrlInput() {
    return this._authUrl;
  }

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string;
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // ca_file - computed: false, optional: true, required: false
  private _caFile?: string;
  public get caFile() {
    return this._caFile;
  }
  public set caFile(value: string | undefined) {
    this._caFile = value;
  }
  public resetCaFile() {
    this._caFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get caFileInput() {
    return this._caFile;
  }

  // ca_pem - computed: false, optional: true, required: false
  private _caPem?: string;
  public get caPem() {
    return this._caPem;
  }
  public set caPem(value: string | undefined) {
    this._caPem = value;
  }
  public resetCaPem() {
    this._caPem = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get caPemInput() {
    return this._caPem;
  }

  // identity - computed: false, optional: true, required: false
  private _identity?: string;
  public get identity() {
    return this._identity;
  }
  public set identity(value: string | undefined) {
    this._identity = value;
  }
  public resetIdentity() {
    this._identity = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get identityInput() {
    return this._identity;
  }

  // identity_token - computed: false, optional: true, required: false
  private _identityToken?: string;
  public get identityToken() {
    return this._identityToken;
  }
  public set identityToken(value: string | undefined) {
    this._identityToken = value;
  }
  public resetIdentityToken() {
    this._identityToken = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get identityTokenInput() {
    return this._identityToken;
  }

  // identity_token_audience - computed: false, optional: true, required: false
  private _identityTokenAudience?: string;
  public get identityTokenAudience() {
    return this._identityTokenAudience;
  }
  public set identityTokenAudience(value: string | undefined) {
    this._identityTokenAudience = value;
  }
  public resetIdentityTokenAudience() {
    this._identityTokenAudience = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get identityTokenAudienceInput() {
    return this._identityTokenAudience;
  }

  // identity_token_file - computed: false, optional: true, required: false
  private _identityTokenFile?: string;
  public get identityTokenFile() {
    return this._identityTokenFile;
  }
  public set identityTokenFile(value: string | undefined) {
    this._identityTokenFile = value;
  }
  public resetIdentityTokenFile() {
    this._identityTokenFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get identityTokenFileInput() {
    return this._identityTokenFile;
  }

  // insecure - computed: false, optional: true, required: false
  private _insecure?: boolean | cdktf.IResolvable;
  public get insecure() {
    return this._insecure;
  }
  public set insecure(value: boolean | cdktf.IResolvable | undefined) {
    this._insecure = value;
  }
  public resetInsecure() {
    this._insecure = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get insecureInput() {
    return this._insecure;
  }

  // organization - computed: false, optional: true, required: false
  private _organization?: string;
  public get organization() {
    return this._organization;
  }
  public set organization(value: string | undefined) {
    this._organization = value;
  }
  public resetOrganization() {
    this._organization = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationInput() {
    return this._organization;
  }

  // refresh - computed: false, optional: true, required: false
  private _refresh?: string;
  public get refresh() {
    return this._refresh;
  }
  public set refresh(value: string | undefined) {
    this._refresh = value;
  }
  public resetRefresh() {
    this._refresh = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get refreshInput() {
    return this._refresh;
  }

  // token - computed: false, optional: true, required: false
  private _token?: string;
  public get token() {
    return this._token;
  }
  public set token(value: string | undefined) {
    this._token = value;
  }
  public resetToken() {
    this._token = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenInput() {
    return this._token;
  }

  // token_cache - computed: false, optional: true, required: false
  private _tokenCache?: boolean | cdktf.IResolvable;
  public get tokenCache() {
    return this._tokenCache;
  }
  public set tokenCache(value: boolean | cdktf.IResolvable | undefined) {
    this._tokenCache = value;
  }
  public resetTokenCache() {
    this._tokenCache = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenCacheInput() {
    return this._tokenCache;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string;
  public override get alias() {
    return this._alias;
  }
  public override set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      auth_url: cdktf.stringToTerraform(this._authUrl),
      base_url: cdktf.stringToTerraform(this._baseUrl),
      ca_file: cdktf.stringToTerraform(this._caFile),
      ca_pem: cdktf.stringToTerraform(this._caPem),
      identity: cdktf.stringToTerraform(this._identity),
      identity_token: cdktf.stringToTerraform(this._identityToken),
      identity_token_audience: cdktf.stringToTerraform(this._identityTokenAudience),
      identity_token_file: cdktf.stringToTerraform(this._identityTokenFile),
      insecure: cdktf.booleanToTerraform(this._insecure),
      organization: cdktf.stringToTerraform(this._organization),
      refresh: cdktf.stringToTerraform(this._refresh),
      token: cdktf.stringToTerraform(this._token),
      token_cache: cdktf.booleanToTerraform(this._tokenCache),
      alias: cdktf.stringToTerraform(this._alias),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      auth_url: {
        value: cdktf.stringToHclTerraform(this._authUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      base_url: {
        value: cdktf.stringToHclTerraform(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ca_file: {
        value: cdktf.stringToHclTerraform(this._caFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ca_pem: {
        value: cdktf.stringToHclTerraform(this._caPem),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      identity: {
        value: cdktf.stringToHclTerraform(this._identity),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      identity_token: {
        value: cdktf.stringToHclTerraform(this._identityToken),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      identity_token_audience: {
        value: cdktf.stringToHclTerraform(this._identityTokenAudience),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      identity_token_file: {
        value: cdktf.stringToHclTerraform(this._identityTokenFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      insecure: {
        value: cdktf.booleanToHclTerraform(this._insecure),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      organization: {
        value: cdktf.stringToHclTerraform(this._organization),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      refresh: {
        value: cdktf.stringToHclTerraform(this._refresh),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      token: {
        value: cdktf.stringToHclTerraform(this._token),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      token_cache: {
        value: cdktf.booleanToHclTerraform(this._tokenCache),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      alias: {
        value: cdktf.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
