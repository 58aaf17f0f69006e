import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultModels, type ModelPolicy, modelUploaders } from './backend/ai/uploaded/model-policy.ts'
import type { RegistrationPolicy } from './backend/config.ts'
import { keptKey } from './kept-key.ts'
import { defaultRoom, type RoomLimits } from './lib/room-limits.ts'
import {
  addressList,
  certificateFile,
  databaseAddress,
  hostName,
  hostsWithPorts,
  httpUrl,
  mailAddress,
  mailServer,
  megabytes,
  oneOf,
  oneOrMore,
  portNumber,
  publicAddress,
  registrationPolicy,
  seconds,
  sizeInBytes,
  trueOrFalse
} from './settings.ts'

export type RunRole = 'gateway' | 'backend' | 'worker'

export interface Config {
  host: string
  port: number
  dataDir: string
  publicUrl: URL | null
  hstsSubdomains: boolean
  trustedProxies: string[]
  /** Address of an external backend; null for the embedded backend. */
  backendUrl: URL | null
  backendCa: string | null
  databaseUrl: string | null
  sessionMode: 'cookie' | 'bearer'
  /** Keys of 32 bytes each. The first key encrypts; all keys decrypt. */
  cookieKeys: Buffer[]
  /** Key that signs the access tokens of the embedded backend. */
  tokenKey: Buffer
  registration: RegistrationPolicy
  room: RoomLimits
  models: ModelPolicy
  proxyUnlisted: boolean
  isOffline: boolean
  allowedHosts: string[]
  smtpUrl: string | null
  mailFrom: string
  logLevel: string
  roles: Set<RunRole>
  drainDelayMs: number
  version: string
}

/** Error that lists all invalid settings. The message has one line per setting and contains no secrets. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Invalid settings:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Exit code for invalid settings (sysexits.h, EX_CONFIG). */
export const configExitCode = 78

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const everyRole: RunRole[] = ['gateway', 'backend', 'worker']

type Environment = Record<string, string | undefined>

/** Returns the folder of all persistent data: `DATA_DIR`, or `data` in the working directory. */
export const dataFolder = (env: Environment = process.env) => resolve(env.DATA_DIR?.trim() || 'data')

/**
 * Reads and validates all settings. With `makeKeys`, missing keys are created in `DATA_DIR/keys` (mode 0600).
 * @throws ConfigError that lists all invalid settings
 */
// Long: one line for each setting.
export function readConfig(env: Environment = process.env, { makeKeys = true } = {}): Config {
  const problems: string[] = []
  const setting = (name: string) => env[name]?.trim() || undefined

  function parsed<T>(name: string, fallback: T, parse: (value: string) => T, read = setting): T {
    const value = read(name)
    if (value === undefined) return fallback
    try {
      return parse(value)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`)
      return fallback
    }
  }

  function secret(name: string): string | undefined {
    const file = setting(`${name}_FILE`)
    if (!file) return setting(name)
    if (setting(name)) {
      problems.push(`${name} and ${name}_FILE are both set: remove one`)
      return undefined
    }
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`)
      return undefined
    }
  }

  const dataDir = dataFolder(env)
  const roles = new Set(parsed('ROLES', everyRole, oneOrMore(everyRole)))
  const publicUrl = parsed<URL | null>('PUBLIC_URL', null, publicAddress)
  const backendUrl = parsed<URL | null>('BACKEND_URL', null, httpUrl)
  const databaseUrl = parsed<string | null>('DATABASE_URL', null, databaseAddress, secret)
  const smtpUrl = parsed<string | null>('SMTP_URL', null, mailServer, secret)
  if (smtpUrl && !publicUrl) problems.push('SMTP_URL needs PUBLIC_URL for the links in e-mails')
  if (roles.has('gateway') && !roles.has('backend') && !backendUrl) problems.push('ROLES without the backend needs BACKEND_URL')
  if (setting('S3_BUCKET')) problems.push('S3_BUCKET is set, but this version stores files in DATA_DIR only')

  const values = {
    host: parsed('HOST', '0.0.0.0', hostName),
    port: parsed('PORT', 8080, portNumber),
    dataDir,
    publicUrl,
    hstsSubdomains: parsed('HSTS_SUBDOMAINS', false, trueOrFalse),
    trustedProxies: parsed('TRUSTED_PROXIES', [], addressList),
    backendUrl,
    backendCa: parsed<string | null>('BACKEND_CA_FILE', null, certificateFile),
    databaseUrl,
    sessionMode: parsed('SESSION_MODE', 'cookie' as const, oneOf(['cookie', 'bearer'] as const)),
    registration: parsed<RegistrationPolicy>('REGISTRATION', { kind: 'open', domains: [] }, registrationPolicy),
    room: {
      minFreeBytes: parsed('MIN_FREE_SPACE', defaultRoom.minFreeBytes, sizeInBytes),
      quotaBytes: parsed('STORAGE_QUOTA', defaultRoom.quotaBytes, sizeInBytes),
      quotaPerPersonBytes: parsed('STORAGE_QUOTA_PER_PERSON', defaultRoom.quotaPerPersonBytes, sizeInBytes)
    },
    models: {
      ...defaultModels,
      uploaders: parsed('AI_UPLOAD', defaultModels.uploaders, oneOf(modelUploaders)),
      largestBytes: parsed('AI_MAX_MODEL_MB', defaultModels.largestBytes, megabytes),
      fromWeb: parsed('AI_ALLOW_URL', defaultModels.fromWeb, trueOrFalse)
    },
    proxyUnlisted: parsed('PROXY_UNLISTED', false, trueOrFalse),
    isOffline: parsed('OFFLINE', false, trueOrFalse),
    allowedHosts: parsed<string[]>('SCRAPER_ALLOW_HOSTS', [], hostsWithPorts),
    smtpUrl,
    mailFrom: parsed('MAIL_FROM', `isobath@${publicUrl?.hostname ?? 'localhost'}`, mailAddress),
    logLevel: parsed('LOG_LEVEL', 'info', oneOf(logLevels)),
    roles,
    drainDelayMs: parsed('DRAIN_DELAY', 0, seconds),
    version: packageVersion()
  }
  const givenCookieKeys = secret('COOKIE_KEYS')
  const givenTokenKey = secret('TOKEN_KEY')
  const cookieKeys =
    givenCookieKeys === undefined ? [] : givenCookieKeys.split(',').flatMap(key => keyBytes('COOKIE_KEYS', key.trim(), problems))
  const tokenKeys = givenTokenKey === undefined ? [] : keyBytes('TOKEN_KEY', givenTokenKey, problems)
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    ...values,
    cookieKeys: cookieKeys.length > 0 ? cookieKeys : [kept('cookie')],
    tokenKey: tokenKeys[0] ?? kept('token')
  }

  function kept(name: string): Buffer {
    try {
      return keptKey(dataDir, name, makeKeys)
    } catch (error) {
      throw new ConfigError([`DATA_DIR ${(error as Error).message}`])
    }
  }
}

function keyBytes(name: string, value: string, problems: string[]): Buffer[] {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length === 32) return [bytes]
  problems.push(`${name} must be 32 random bytes in base64 (openssl rand -base64 32)`)
  return []
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version
}
