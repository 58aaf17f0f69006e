import type { Area } from '../area.ts'

export const mapArea: Area = {
  path: 'map',
  label: 'Map',
  icon: 'map',
  goKey: 'm',
  isOnPhone: true,
  lazy: () => import('./map.tsx'),
  pages: [
    { path: 'map/outside/*', lazy: () => import('./outside.tsx') },
    { path: 'map/observations', lazy: () => import('./observations.tsx') }
  ]
}
