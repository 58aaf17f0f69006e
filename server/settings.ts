import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { RegistrationPolicy } from './backend/config.ts'

// One function per kind of setting. Each parses a value from the environment. Error messages complete a sentence that begins with the setting's
// name. No message contains the value, which may be a secret.

export function oneOf<const T extends readonly string[]>(allowed: T) {
  return (value: string): T[number] => {
    if (!allowed.includes(value)) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value
  }
}

export function oneOrMore<T extends string>(allowed: T[]) {
  return (value: string): T[] => {
    const parts = value.split(',').map(part => part.trim())
    if (!parts.every((part): part is T => (allowed as string[]).includes(part)))
      throw new Error(`must be a comma-separated list of ${allowed.join(', ')}`)
    return parts
  }
}

export function portNumber(value: string): number {
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535) throw new Error('must be a number from 0 to 65535')
  return port
}

export function seconds(value: string): number {
  if (!/^\d{1,3}$/.test(value)) throw new Error('must be a whole number of seconds up to 999')
  return Number(value) * 1000
}

const unitBytes: Record<string, number> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40
}

/** Parses a size in bytes: `500 GB`, `2TiB`, `1000000`. */
export function sizeInBytes(value: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?)\s*([KMGT]?i?B)?$/i.exec(value) ?? []
  const bytes = Math.floor(Number(amount) * (unitBytes[unit.toUpperCase()] ?? Number.NaN))
  if (!amount || !Number.isSafeInteger(bytes)) throw new Error('must be a size such as 500 GB, 2 TiB or a number of bytes')
  return bytes
}

export function trueOrFalse(value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Error('must be true or false')
  return value === 'true'
}

export function httpUrl(value: string): URL {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) throw new Error('must be a URL that begins with http:// or https://')
  return new URL(value)
}

export function hostName(value: string): string {
  if (!isIP(value) && !/^\w([\w.-]*\w)?$/.test(value)) throw new Error('must be an IP address or a host name')
  return value
}

/** Parses a list of hosts with ports: `data.institute.example:443,192.168.1.20:8080`. */
export function hostsWithPorts(value: string): string[] {
  return value.split(',').map(part => {
    const [, host = '', port = ''] = /^\s*(\[[0-9a-f:.]+\]|[^:\s]+):(\d{1,5})\s*$/i.exec(part) ?? []
    if (!host || !URL.canParse(`http://${host}:${port}`))
      throw new Error('must list hosts with their ports, such as data.institute.example:443')
    return `${new URL(`http://${host}`).hostname}:${Number(port)}`
  })
}

export function databaseAddress(value: string): string {
  const withHost = value.replace('@/', '@socket/') // PostgreSQL allows addresses without a host
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(withHost))
    throw new Error('must be a URL that begins with postgres:// or postgresql://')
  return value
}

/** Parses a size in MiB, up to the protobuf limit of 2 GiB. @returns size in bytes */
export function megabytes(value: string): number {
  const size = Number(value)
  if (!/^\d+$/.test(value) || size < 1 || size > 2047) throw new Error('must be a whole number of MiB from 1 to 2047')
  return size * 1024 ** 2
}

export function mailServer(value: string): string {
  if (!/^smtps?:\/\/./.test(value) || !URL.canParse(value)) throw new Error('must be a URL that begins with smtp:// or smtps://')
  return value
}

/** Parses a sender address: `isobath@lab.example` or `Isobath <isobath@lab.example>`. */
export function mailAddress(value: string): string {
  if (!/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) throw new Error('must be an e-mail address')
  return value
}

export function publicAddress(value: string): URL {
  const url = httpUrl(value)
  if (url.pathname !== '/' || url.search || url.hash) throw new Error('must be an address without a path, such as https://lab.example.org')
  return url
}

export function addressList(value: string): string[] {
  const parts = value.split(',').map(part => part.trim())
  if (!parts.every(isNetwork)) throw new Error('must list IP addresses or CIDR ranges, such as 10.0.0.0/8')
  return parts
}

function isNetwork(value: string): boolean {
  const [address = '', bits = '0', ...more] = value.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
}

export function certificateFile(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new Error('names a file that cannot be read')
  }
  try {
    new X509Certificate(text)
  } catch {
    throw new Error('names a file without a certificate in PEM')
  }
  return text
}

export function registrationPolicy(value: string): RegistrationPolicy {
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
