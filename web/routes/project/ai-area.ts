import type { Area } from '../area.ts'

export const aiArea: Area = {
  path: 'ai',
  label: 'AI Analysis',
  icon: 'ai',
  goKey: 'i',
  lazy: () => import('./ai.tsx'),
  pages: [{ path: 'ai/*', lazy: () => import('./ai.tsx') }]
}
