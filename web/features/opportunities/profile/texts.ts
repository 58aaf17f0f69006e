import { formatCount } from '../../../ui/format.ts'

export const texts = {
  title: 'Your interests',
  about:
    'Opportunities are compared with your interests each time you view them. Only you can see your interests, and the results are not stored.',
  failed: 'Your interests could not be loaded',
  loading: 'Loading interests',
  refused: 'Your interests could not be saved',
  save: 'Save',
  kinds: 'Interested in',
  taxa: 'Taxa you work with',
  taxaAbout: 'Press Enter after each scientific name: Scleractinia, Lophelia pertusa',
  regions: 'Regions where you work',
  methods: 'Methods and skills',
  methodsAbout: 'ROV, annotation, multibeam, R …',
  career: 'Career stage',
  country: 'Country',
  notStated: 'Not stated',
  usesProjects: 'Also compare with your projects',
  catalogs: (count: number) => formatCount(count, 'catalog'),
  fromProjects: (known: string) => `From your projects: ${known}`,
  noProjects: 'You have no projects yet.'
}
