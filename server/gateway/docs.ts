import { readFileSync } from 'node:fs'
import type { FastifyPluginAsync } from 'fastify'
import { docsPage } from './docs-page.ts'
import { pageInMemory } from './index-page.ts'
import { type ContractGroups, openApi } from './openapi.ts'
import type { SecurityHeaders } from './security-headers.ts'

export interface DocsOptions {
  groups: ContractGroups
  version: string
  publicUrl: URL | null
  headers: SecurityHeaders
}

/**
 * API documentation, generated from the contracts: `/api/openapi.json` for programs and `/api/docs` for people. Each is generated on its first
 * request, because the two take up 3 MiB of memory.
 */
export const docs: FastifyPluginAsync<DocsOptions> = async (app, { groups, version, publicUrl, headers }) => {
  let document: Buffer | undefined
  let sendPage: ReturnType<typeof pageInMemory> | undefined
  const css = readFileSync(new URL('./docs.css', import.meta.url))
  const config = { isPublic: true }

  app.get('/openapi.json', { config }, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApi({ groups, version, publicUrl })))
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document)
  })
  app.get('/docs', { config }, (request, reply) => {
    sendPage ??= pageInMemory(docsPage(groups, version))
    return sendPage(request, reply.headers(headers.ofPages))
  })
  app.get('/docs.css', { config }, (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css))
}
