import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { RegistrationPolicy } from './backend/backend.ts'

export type RunRole = 'gateway' | 'backend' | 'worker'

export interface Config {
  host: string
  port: number
  dataDir: string
  publicUrl: URL | null
  trustedProxies: string[]
  /** A foreign backend; null means the embedded one. */
  backendUrl: URL | null
  backendCa: string | null
  databaseUrl: string | null
  sessionMode: 'cookie' | 'bearer'
  /** 32 bytes each; the first encrypts, all decrypt. */
  cookieKeys: Buffer[]
  /** Signs the access tokens of the embedded backend. */
  tokenKey: Buffer
  registration: RegistrationPolicy
  proxyUnlisted: boolean
  smtpUrl: string | null
  mailFrom: string
  logLevel: string
  roles: Set<RunRole>
  drainDelayMs: number
  version: string
}

/** Wrong settings, all at once. The message has one line per setting and no values of secrets. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Settings are wrong:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Exit code of a process whose settings are wrong (sysexits.h, EX_CONFIG). */
export const configExitCode = 78

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const everyRole: RunRole[] = ['gateway', 'backend', 'worker']

type Environment = Record<string, string | undefined>

/** Where everything lasts: `DATA_DIR`, or `data` in the working folder. */
export const dataFolder = (env: Environment = process.env) => resolve(env.DATA_DIR?.trim() || 'data')

/**
 * Reads and checks every setting. Missing keys are made once in `DATA_DIR/keys` (mode 0600) when `makeKeys` is true.
 * @throws ConfigError naming each wrong setting
 */
export function readConfig(env: Environment = process.env, { makeKeys = true } = {}): Config {
  const problems: string[] = []
  const setting = (name: string) => env[name]?.trim() || undefined

  function parsed<T>(name: string, fallback: T, parse: (value: string) => T): T {
    const value = setting(name)
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
    if (file && setting(name)) problems.push(`${name} and ${name}_FILE are both set: keep one`)
    if (!file) return setting(name)
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
  const databaseUrl = secret('DATABASE_URL') ?? null
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) problems.push('DATABASE_URL must begin with postgres:// or postgresql://')
  const smtpUrl = secret('SMTP_URL') ?? null
  if (smtpUrl && !/^smtps?:\/\//.test(smtpUrl)) problems.push('SMTP_URL must begin with smtp:// or smtps://')
  if (smtpUrl && !publicUrl) problems.push('SMTP_URL needs PUBLIC_URL: links in mails must lead somewhere')
  if (roles.has('gateway') && !roles.has('backend') && !backendUrl) problems.push('ROLES without backend needs BACKEND_URL')
  if (setting('S3_BUCKET')) problems.push('S3_BUCKET is set, but this version keeps files in DATA_DIR only')

  const values = {
    host: setting('HOST') ?? '0.0.0.0',
    port: parsed('PORT', 8080, portNumber),
    dataDir,
    publicUrl,
    trustedProxies: parsed('TRUSTED_PROXIES', [], addressList),
    backendUrl,
    backendCa: parsed<string | null>('BACKEND_CA_FILE', null, readable),
    databaseUrl,
    sessionMode: parsed('SESSION_MODE', 'cookie' as const, oneOf(['cookie', 'bearer'] as const)),
    registration: parsed<RegistrationPolicy>('REGISTRATION', { kind: 'open', domains: [] }, registrationPolicy),
    proxyUnlisted: parsed('PROXY_UNLISTED', false, trueOrFalse),
    smtpUrl,
    mailFrom: setting('MAIL_FROM') ?? `isobath@${publicUrl?.hostname ?? 'localhost'}`,
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
    cookieKeys: cookieKeys.length > 0 ? cookieKeys : [keptKey(dataDir, 'cookie', makeKeys)],
    tokenKey: tokenKeys[0] ?? keptKey(dataDir, 'token', makeKeys)
  }
}

function keyBytes(name: string, value: string, problems: string[]): Buffer[] {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length === 32) return [bytes]
  problems.push(`${name} must be 32 random bytes in base64 (openssl rand -base64 32)`)
  return []
}

function keptKey(dataDir: string, name: string, make: boolean): Buffer {
  const file = join(dataDir, 'keys', name)
  if (existsSync(file)) return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  const key = randomBytes(32)
  if (!make) return key
  try {
    mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    throw new ConfigError([`DATA_DIR cannot be written to (${(error as NodeJS.ErrnoException).code})`])
  }
  return key
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version
}

function oneOf<const T extends readonly string[]>(allowed: T) {
  return (value: string): T[number] => {
    if (!allowed.includes(value)) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value
  }
}

function oneOrMore<T extends string>(allowed: T[]) {
  return (value: string): T[] => {
    const parts = value.split(',').map(part => part.trim())
    if (!parts.every((part): part is T => (allowed as string[]).includes(part))) throw new Error(`must list some of ${allowed.join(', ')}`)
    return parts
  }
}

function portNumber(value: string): number {
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535) throw new Error('must be a number from 0 to 65535')
  return port
}

function seconds(value: string): number {
  if (!/^\d{1,3}$/.test(value)) throw new Error('must be a whole number of seconds up to 999')
  return Number(value) * 1000
}

function trueOrFalse(value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Error('must be true or false')
  return value === 'true'
}

function httpUrl(value: string): URL {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error('must be a URL that begins with http:// or https://')
  return new URL(value)
}

function publicAddress(value: string): URL {
  const url = httpUrl(value)
  if (url.pathname !== '/' || url.search || url.hash) throw new Error('must be an address without a path, such as https://lab.example.org')
  return url
}

function addressList(value: string): string[] {
  const parts = value.split(',').map(part => part.trim())
  const wrong = parts.find(part => !isIP(part.split('/')[0] ?? '') || !/^[^/]+(\/\d{1,3})?$/.test(part))
  if (wrong !== undefined) throw new Error('must list IP addresses or CIDR ranges, such as 10.0.0.0/8')
  return parts
}

function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Error('names a file that cannot be read')
  }
}

function registrationPolicy(value: string): RegistrationPolicy {
  if (value === 'open' || value === 'invite' || value === 'closed') return { kind: value, domains: [] }
  const domains = /^domain:(.+)$/
    .exec(value)?.[1]
    ?.split(',')
    .map(domain => domain.trim().toLowerCase())
  if (!domains?.every(domain => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    throw new Error('must be open, invite, closed or domain: with a list, such as domain:uni.example,institute.example')
  }
  return { kind: 'domain', domains }
}
