import type { NounLines } from '../noun-lines.ts'

const everywhere = '?longitude=0&latitude=0&radiusInMeters=20100000'

export const lines: NounLines = {
  queries: { 'GET /projects/:projectId/map/rows': everywhere },
  reads: {
    'GET /projects/:projectId/map/points': ['', '?filter=label.isNot.'],
    'GET /projects/:projectId/map/rows': [everywhere, `${everywhere}&filter=label.isNot.`],
    'GET /projects/:projectId/map/cells': [
      '',
      '?filter=label.isNot.&includeUnreviewed=true',
      '?kind=image&filter=label.isNot.',
      '?kind=observation'
    ],
    'GET /projects/:projectId/map/marks': [
      '',
      '?filter=label.isNot.&includeUnreviewed=true',
      '?kind=image&filter=label.isNot.',
      '?kind=observation'
    ],
    'GET /projects/:projectId/map/observations': ['', '?filter=label.isNot.'],
    'GET /projects/:projectId/map/features': ['', '?filter=label.isNot.&includeUnreviewed=true', '?kind=image&filter=label.isNot.'],
    'GET /projects/:projectId/map/histograms': ['', '?filter=label.isNot.&includeUnreviewed=true', '?kind=image&filter=label.isNot.']
  }
}
