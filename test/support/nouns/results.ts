import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  queries: { 'GET /projects/:projectId/results/sizes': '?labelId=a-label' },
  reads: { 'GET /projects/:projectId/results/corrected-cover': ['', '?groupBy=site', '?groupBy=date', '?rank=phylum'] }
}
