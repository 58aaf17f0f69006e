import type { Area } from '../area.ts'

export const publicationArea: Area = {
  path: 'publication',
  label: 'Publication',
  icon: 'publication',
  lazy: () => import('./publication.tsx')
}
