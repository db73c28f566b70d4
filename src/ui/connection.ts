import type { Client } from '../app';
import type { Tokens } from '../state';
import { serviceAddress } from './settings';
import { askToken } from './token-box';

/** The client for the address and the token that are in force now; asks for a token where there is none. */
export class Connection {
  private open: { readonly address: string; readonly token: string; readonly client: Client } | undefined;

  constructor(
    readonly tokens: Tokens,
    private readonly connect: (address: string, token: string) => Client,
  ) {}

  /** Throws UserError where the address is wrong, Cancelled where no token is given. */
  async client(): Promise<Client> {
    const address = serviceAddress();
    const known = await this.tokens.get(address);
    return this.clientFor(address, known?.value ?? (await askToken(this.tokens, address)));
  }

  /** True where a command would not have to ask for a token first. */
  async hasToken(): Promise<boolean> {
    return (await this.tokens.get(serviceAddress())) !== undefined;
  }

  private clientFor(address: string, token: string): Client {
    if (this.open?.address !== address || this.open.token !== token) {
      this.dispose();
      this.open = { address, token, client: this.connect(address, token) };
    }
    return this.open.client;
  }

  dispose(): void {
    this.open?.client.close();
    this.open = undefined;
  }
}
