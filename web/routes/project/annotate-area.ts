import type { Area } from '../area.ts'

export const annotateArea = {
  path: 'annotate',
  label: 'Annotate',
  icon: 'annotate',
  goKey: 'a',
  isOnPhone: true,
  lazy: () => import('../../layouts/annotate-layout.tsx'),
  tabs: [
    { path: '', label: 'Annotate', lazy: () => import('./annotate.tsx') },
    { path: 'review', label: 'Review', lazy: () => import('./review.tsx') },
    { path: 'sessions/*', label: 'Blind sessions', lazy: () => import('./annotation-sessions.tsx') },
    { path: 'results', label: 'Results', lazy: () => import('./results.tsx') },
    { path: 'sites', label: 'Sites', lazy: () => import('./sites.tsx') },
    { path: 'exchange', label: 'Import and export', lazy: () => import('./exchange.tsx') }
  ]
} satisfies Area
