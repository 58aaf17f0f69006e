import type { CatalogChange, CatalogComparison } from '../../../../shared/contracts/catalog-versions.ts'
import { formatCount, formatDay, formatNumber } from '../../../ui/format.ts'

const place = (parent: string | null) => parent ?? 'the top'

interface CitedVersion {
  projectTitle: string
  name: string
  labelCount: number
  createdAt: string
  address: string
}

export const texts = {
  citation: ({ projectTitle, name, labelCount, createdAt, address }: CitedVersion) =>
    `${projectTitle}: species catalog, version “${name}”, ${labelCount} ${labelCount === 1 ? 'label' : 'labels'}, frozen ${formatDay(createdAt)}. Isobath. ${address}`,

  dialog: {
    title: 'Versions of the catalog',
    failed: 'The versions could not be loaded',
    none: 'No version yet',
    noneAbout:
      'Freeze the catalog before a report or a paper. A version keeps every label unchanged and can be cited and downloaded. Later, you can compare it with the current catalog.',
    noneForViewers: 'Editors of the project can freeze it.'
  },

  freeze: {
    name: 'Name of a new version',
    example: 'Cruise 12',
    note: 'Purpose',
    submit: 'Freeze the catalog',
    failed: 'The catalog could not be frozen',
    about: (count: number) => `It keeps ${count === 1 ? 'the one label' : `all ${formatCount(count, 'label')}`} unchanged.`
  },

  list: {
    label: 'Versions',
    version: 'Version',
    labels: 'Labels',
    frozen: 'Frozen',
    by: (name: string) => `by ${name}`,
    actions: 'Actions',
    save: 'Save',
    saved: (name: string) => ` ${name} as Darwin Core`,
    copy: 'Copy citation',
    copied: 'Citation copied',
    of: (name: string) => ` of ${name}`
  },

  compare: {
    title: 'Changes',
    from: 'Between version',
    to: 'and',
    current: 'the current catalog',
    failed: 'The versions could not be compared',
    table: 'Labels that differ',
    label: 'Label',
    change: 'Change',
    annotations: 'Annotations',
    first: (count: number) => `The first ${formatNumber(count, 0)} are listed.`,
    none: 'none',
    notKnown: 'not known',
    thoseOf: (label: string) => `Annotations of ${label}`,
    amongThoseOf: (label: string) => `now counted under ${label}`,

    summary(found: CatalogComparison): string {
      const counts = [
        [found.addedCount, 'added'],
        [found.removedCount, 'removed'],
        [found.renamedCount, 'renamed'],
        [found.movedCount, 'moved'],
        [found.changedCount, 'changed in other ways']
      ] as const
      const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count, 0)} ${word}`)
      if (parts.length === 0) return 'The two are identical.'
      const touched =
        found.annotationCount === 0
          ? 'No annotation has one of these labels.'
          : `${formatCount(found.annotationCount, 'annotation has', 'annotations have')} one of these labels.`
      const merged = found.mergedAnnotationCount
      const whose = merged === 1 ? 'its label' : 'theirs'
      const relabelled = merged === 0 ? '' : ` ${formatCount(merged, 'annotation')} received another label when ${whose} was merged.`
      return `${parts.join(', ')}. ${touched}${relabelled}`
    },

    changes({ kinds, name, parentName, newParentName, fields, mergedInto }: CatalogChange): string {
      const words = {
        added: newParentName === null ? 'added at the top' : `added under ${newParentName}`,
        removed: mergedInto ? `merged into ${mergedInto.name}` : parentName === null ? 'removed' : `removed from ${parentName}`,
        renamed: `renamed from ${name}`,
        moved: `moved from ${place(parentName)} to ${place(newParentName)}`,
        changed: `changed: ${fields.join(', ')}`
      }
      return kinds.map(kind => words[kind]).join('; ')
    }
  }
}
