import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'DELETE /projects/:projectId/filters/:filterId'
    ],
    'changes nothing that is kept, or is a step of what the scene does': ['POST /projects/:projectId/annotations/patches']
  }
}
