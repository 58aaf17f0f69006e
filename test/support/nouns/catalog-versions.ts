import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  queries: { 'GET /projects/:projectId/catalog-versions/comparison': '?from=a-version' }
}
