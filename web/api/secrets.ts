const secretName = /pass(word|phrase)?$|^pw$|token|secret|authorization|cookie|credential|api[-_]?key/i
/** Pattern of JSON Web Tokens, bearer headers, and tokens or passwords in a link. */
const secretText = /\beyJ[\w-]{4,}\.[\w-]+(\.[\w-]*)?|\b(bearer)\s+[\w.~+/=-]+|\b(token|password|refresh_token|access_token)=[^&\s"]+/gi
const longestText = 2000
const deepest = 5

/** Copies a value for a log, without secrets and with limited size. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, longestText).replace(secretText, '[removed]')
  if (value instanceof Error) return { name: value.name, message: withoutSecrets(value.message), stack: withoutSecrets(value.stack ?? '') }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[deeper]'
  if (Array.isArray(value)) return value.slice(0, 50).map(item => withoutSecrets(item, depth + 1))
  const fields = Object.entries(value).slice(0, 50)
  return Object.fromEntries(fields.map(([name, part]) => [name, secretName.test(name) ? '[removed]' : withoutSecrets(part, depth + 1)]))
}
