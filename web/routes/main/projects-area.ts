import type { Area } from '../area.ts'

export const projectsArea: Area = {
  path: '/projects',
  label: 'Projects',
  icon: 'projects',
  goKey: 'p',
  lazy: () => import('./projects.tsx'),
  creations: [
    { id: 'project', label: 'New Project', icon: 'newProject', path: '/projects/new', shortcut: { keys: 'c', label: 'New project' } }
  ],
  pages: [
    { path: '/projects/new', lazy: () => import('./new-project.tsx') },
    { path: '/projects/edit/:projectId', title: 'Edit Project', lazy: () => import('./edit-project.tsx') }
  ]
}
