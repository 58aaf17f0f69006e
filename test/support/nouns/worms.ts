import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unread: { 'GET /worms/taxa': 'asks a register elsewhere' },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/labels/worms',
      'POST /projects/:projectId/labels/check/left',
      'DELETE /labels/:labelId/name-left'
    ],
    'changes nothing that is kept, or is a step of what the scene does': ['POST /projects/:projectId/labels/check']
  }
}
