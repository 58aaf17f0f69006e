import type { Area } from '../area.ts'

export const communityArea: Area = {
  path: '/community',
  label: 'Community',
  icon: 'community',
  lazy: () => import('../areas/community.tsx'),
  creations: [
    { id: 'post', label: 'New Post', icon: 'newPost', path: '/community?create=true' },
    { id: 'organization', label: 'New Organization', icon: 'organization', path: '/organizations/new' }
  ],
  pages: [{ path: '/organizations/new', lazy: () => import('../areas/new-organization.tsx') }]
}
