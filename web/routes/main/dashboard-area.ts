import type { Area } from '../area.ts'

export const dashboardArea: Area = {
  path: '/dashboard',
  label: 'Dashboard',
  icon: 'dashboard',
  goKey: 'd',
  lazy: () => import('./dashboard.tsx'),
  reads: ['/api/server', '/api/projects?sort=modified&limit=6']
}
