import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    account: AccountTable
    avatar: AvatarTable
    claim: ClaimTable
    session: SessionTable
    refresh_token: RefreshTokenTable
    api_token: ApiTokenTable
    one_time_link: OneTimeLinkTable
    login_address: LoginAddressTable
    login_failure: LoginFailureTable
  }
}

export interface AccountTable {
  id: string
  email: string
  /** E-mail address in lower case; unique. */
  email_key: string
  password_hash: string | null
  name: string | null
  affiliation: string | null
  orcid: string | null
  theme: 'system' | 'light' | 'dark'
  /** SHA-256 of the picture's bytes, hex; null without a picture. */
  avatar_sha256: string | null
  administrator: Flag
  disabled_at: string | null
  /** Time at which the e-mail address was confirmed; null until then. */
  email_proved_at: string | null
  revision: number
  created_at: string
}

/** Avatar: a 256 × 256 WebP. It is stored in the database so that the picture and the account change in one transaction. */
export interface AvatarTable {
  account_id: string
  webp: Uint8Array
}

export interface ClaimTable {
  name: 'first-account'
  claimed_at: string
}

export interface SessionTable {
  id: string
  account_id: string
  user_agent: string | null
  address: string | null
  created_at: string
  last_used_at: string
  /** Idle limit. Every refresh extends it, but never past the absolute limit. */
  expires_at: string
  absolute_expires_at: string
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string
  session_id: string
  parent_hash: string | null
  created_at: string
  used_at: string | null
  revoked_at: string | null
}

export interface ApiTokenTable {
  id: string
  account_id: string
  name: string
  scope: 'read' | 'write'
  hash: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export interface OneTimeLinkTable {
  hash: string
  purpose: 'reset' | 'invite' | 'set-up' | 'prove'
  account_id: string | null
  email: string | null
  created_at: string
  expires_at: string
  used_at: string | null
}

/** Addresses from which an account has signed in. */
export interface LoginAddressTable {
  account_id: string
  /** IPv4 address, or the /64 of an IPv6 address. */
  address: string
  last_used_at: string
}

export interface LoginFailureTable {
  /** SHA-256 of the limit's key, hex. The key consists of the limit's name and an account, an address or a device. */
  key: string
  failures: number
  window_started_at: string
}
