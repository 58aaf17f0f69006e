import { formatCount } from '../../ui/format.ts'

export const profileTexts = {
  title: 'Your interests',
  about: 'Each opportunity is compared with your interests when you open it. Only you see them, and no result is stored.',
  failed: 'Your interests could not be loaded',
  loading: 'Loading your interests',
  refused: 'Your interests could not be saved',
  save: 'Save',
  kinds: 'You look for',
  taxa: 'Taxa that you know',
  taxaAbout: 'Scientific names, each with Enter: Scleractinia, Lophelia pertusa',
  regions: 'Regions where you work',
  methods: 'Methods and skills',
  methodsAbout: 'ROV, annotation, multibeam, R …',
  career: 'Career stage',
  country: 'Country',
  notStated: 'Not stated',
  usesProjects: 'Compare with your projects too',
  catalogs: (count: number) => formatCount(count, 'catalog'),
  fromProjects: (known: string) => `From your projects: ${known}`,
  noProjects: 'You have no projects yet.'
}
