import type { AreaTab } from '../area.ts'

/** Screens of Annotate in order. */
export const annotateTabs: readonly AreaTab[] = [
  { path: '', label: 'Annotate', lazy: () => import('./annotate.tsx') },
  { path: 'review', label: 'Review', lazy: () => import('./review.tsx') },
  { path: 'sessions/*', label: 'Blind sessions', lazy: () => import('./annotation-sessions.tsx') },
  { path: 'results', label: 'Results', lazy: () => import('./results.tsx') },
  { path: 'sites', label: 'Sites', lazy: () => import('./sites.tsx') },
  { path: 'exchange', label: 'Import and export', lazy: () => import('./exchange.tsx') }
]
