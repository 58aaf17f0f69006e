import type { Area } from '../area.ts'

export const catalogArea: Area = {
  path: 'catalog',
  label: 'Species Catalog',
  icon: 'catalog',
  goKey: 's',
  isOnPhone: true,
  phoneLabel: 'Catalog',
  lazy: () => import('./catalog.tsx')
}
