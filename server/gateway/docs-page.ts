import type { TSchema } from 'typebox'
import type { Contract } from '../../shared/contracts/contract.ts'
import type { ContractGroups } from './openapi.ts'

const titles: Record<string, string> = {
  auth: 'Signing in',
  accounts: 'The signed-in person',
  projects: 'Projects',
  members: 'Members of a project',
  media: 'Media',
  jobs: 'Jobs',
  events: 'Events',
  notices: 'Notices',
  server: 'This server',
  gateway: 'The gateway'
}

/** Renders the API documentation as HTML: every call with its parameters and responses. The page contains no scripts. */
export function docsPage(groups: ContractGroups, version: string): string {
  const nouns = Object.entries(groups)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Isobath API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p class="name"><a href="/">Isobath</a></p>
<h1>The API</h1>
<p>Version ${asHtml(version)}. Also available as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
</header>
<nav aria-label="Nouns"><ul>
${nouns.map(([noun]) => `<li><a href="#${noun}">${asHtml(titles[noun] ?? noun)}</a></li>`).join('\n')}
</ul></nav>
<main id="calls">
<section class="intro">
<h2>Before the first call</h2>
<p>A script or a notebook sends a personal API token, which you create in Profile:</p>
<pre><code>curl -H "Authorization: Bearer $ISOBATH_TOKEN" https://lab.example.org/api/projects</code></pre>
<p>A browser signs in and keeps its session in cookies. With every call that changes something, it sends <code>X-Requested-By: app</code>.
Times are RFC 3339 in UTC, and ids are opaque. Bodies are JSON unless a call states otherwise. Unknown fields are refused.
Errors are <code>application/problem+json</code> with a <code>detail</code> for people and a <code>code</code> for programs.</p>
</section>
${nouns.map(([noun, calls]) => group(noun, calls)).join('\n')}
</main>
</body>
</html>
`
}

function group(noun: string, calls: Record<string, Contract>): string {
  return `<section id="${noun}"><h2>${asHtml(titles[noun] ?? noun)}</h2>
${Object.entries(calls)
  .map(([name, contract]) => call(`${noun}.${name}`, contract))
  .join('\n')}
</section>`
}

function call(id: string, contract: Contract): string {
  const { method, url, summary, schema, auth, body } = contract
  const path = asHtml(`/api${url}`).replaceAll(/:(\w+)/g, '<var>{$1}</var>')
  const answers = Object.entries(schema.response ?? {}).filter(([status]) => Number(status) < 400)
  return `<article id="${id}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></h3>
<p>${asHtml(summary)}.${auth === 'none' ? ' <span class="open">No sign-in required.</span>' : ''}</p>
${table('In the path', schema.params)}
${table('In the query', schema.querystring)}
${table(bodyTitle(body), schema.body)}
${answers.map(([status, shape]) => table(`Response ${status}`, shape as TSchema)).join('\n')}
</article>`
}

function bodyTitle(kind: Contract['body']): string {
  if (kind === 'form') return 'Body, form-encoded'
  return kind === 'json-or-form' ? 'Body, JSON or form-encoded' : 'Body'
}

interface Shape {
  type?: string
  description?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  default?: unknown
}

function table(title: string, schema: TSchema | undefined): string {
  if (!schema) return ''
  const shape = schema as Shape
  if (shape.anyOf?.some(variant => variant.properties)) {
    return shape.anyOf.map((variant, n) => table(n === 0 ? title : `${title}, or`, variant as TSchema)).join('\n')
  }
  const rows = rowsOf(shape)
  if (rows.length === 0)
    return shape.type === 'null' ? `<p class="empty">${title}: no content.</p>` : `<p class="empty">${title}: ${typeOf(shape)}.</p>`
  return `<table><caption>${title}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows.map(([name, field, needed]) => `<tr><th scope="row"><code>${asHtml(name)}</code>${needed ? '' : ' <small>optional</small>'}</th><td>${typeOf(field)}</td><td>${meaning(field)}</td></tr>`).join('\n')}
</tbody></table>`
}

/** Returns the fields of an object, including the fields of its list items. */
function rowsOf(shape: Shape, prefix = ''): [string, Shape, boolean][] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.items?.properties ? rowsOf(field.items, `${prefix}${name}[].`) : []
    return [[prefix + name, field, shape.required?.includes(name) ?? false] as [string, Shape, boolean], ...inner]
  })
}

function typeOf(shape: Shape): string {
  if (shape.enum) return shape.enum.map(value => `<code>${asHtml(JSON.stringify(value))}</code>`).join(' or ')
  if (shape.const !== undefined) return `<code>${asHtml(JSON.stringify(shape.const))}</code>`
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeOf))].join(' or ')
  if (shape.type === 'array') return `list of ${shape.items ? typeOf(shape.items) : 'anything'}`
  return asHtml(shape.format ?? shape.type ?? 'anything')
}

function meaning(shape: Shape): string {
  const { minimum, maximum, minLength, maxLength, maxItems, default: preset } = shape.anyOf?.[0] ? { ...shape.anyOf[0], ...shape } : shape
  const range =
    minimum === undefined && maximum === undefined
      ? null
      : `${minimum ?? ''} to ${maximum ?? ''}`.replace(/^ to /, 'up to ').replace(/ to $/, ' or more')
  const length = maxLength === undefined ? null : minLength ? `${minLength} to ${maxLength} characters` : `up to ${maxLength} characters`
  const parts = [
    shape.description ?? shape.anyOf?.[0]?.description,
    range,
    length,
    maxItems === undefined ? null : `up to ${maxItems}`,
    preset === undefined ? null : `default: ${JSON.stringify(preset)}`
  ]
  return parts
    .filter(part => part !== undefined && part !== null)
    .map(part => asHtml(String(part)))
    .join('; ')
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
