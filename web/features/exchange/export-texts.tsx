import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { refused, yoloTask } from './texts.ts'

export const texts = {
  exportPanel: {
    readOnly: 'You can download exports. Only editors and owners of the project can create them.',
    title: 'Exports',
    description: 'Exports are kept for 30 days. You can create them again at any time.',
    failed: 'The exports could not be loaded',
    loading: 'Loading exports',
    empty: 'No exports yet. Choose a format above to create one.',
    emptyReadOnly: 'No exports yet.'
  },

  newExport: {
    title: 'New export',
    format: 'Format',
    loses: (loses: string) => `Left out: ${loses}`,
    failed: 'The export could not be started',
    refused,
    submit: (format: string) => `Export ${format}`
  },

  exportSettings: {
    include: {
      label: 'Annotations',
      description: 'The export reports how many annotations it leaves out.',
      people: 'Created or confirmed by people',
      all: 'Including unreviewed machine suggestions',
      confirmed: 'Only those confirmed in review'
    },
    leastConfidence: {
      label: 'Minimum confidence of suggestions',
      description: '0 to 1. Suggestions with a lower confidence or none are left out.',
      missing: 'Enter a minimum confidence from 0 to 1 for published suggestions.'
    },
    task: yoloTask,
    fileType: { label: 'File type', csv: 'CSV', xlsx: 'Excel workbook (XLSX)' },
    published: (link: (text: string) => ReactNode) => (
      <>Title, people, methods and licence are set under {link('Publication')}. Your choices here apply to this export only.</>
    ),
    license: {
      label: 'Licence',
      missing: 'Choose a licence for the data.',
      published: (license: string) => `As in Publication: ${license}`,
      choose: 'Choose…',
      names: {
        'CC0-1.0': 'CC0: no conditions',
        'CC-BY-4.0': 'CC BY 4.0: attribution',
        'CC-BY-NC-4.0': 'CC BY-NC 4.0: attribution, non-commercial use only'
      }
    },
    organizationName: 'Institution',
    platform: {
      label: 'Platform',
      description: 'The vehicle or diver that carried the camera, for example OFOS or ROV Kiel 6000.',
      missing: 'Enter the platform that carried the camera.'
    },
    sensor: { label: 'Camera', missing: 'Enter the name of the camera.' },
    uncertainty: { label: 'Position uncertainty', missing: 'Enter the maximum position error, at least 1 m.' },
    imageAddress: {
      label: 'Public URL of the images',
      description: 'File names are appended to it. Leave it empty if the images are not public.'
    },
    observations: {
      label: 'Include observations without an image',
      description: 'Observations made by the team. Accepted outside records are left out because they are already published.'
    },
    exactPositions: {
      label: 'Exact positions (internal use)',
      description: 'Otherwise the publication rules for sensitive places apply. Only owners can download a file with exact positions.'
    }
  },

  tableSettings: {
    records: 'Count',
    recordsOf: { annotations: 'Annotations', observations: 'Observations', both: 'Both' },
    outside: 'Records of other services',
    outsideLeftOut: 'Left out',
    outsideCounted: 'Counted',
    groupBy: 'One row per',
    groupings: { image: 'Image', site: 'Site', survey: 'Survey', depthBand: 'Depth band', date: 'Day (UTC)' } as Record<string, string>,
    valueOf: (column: string) => `Column ${column}`,
    bandWidth: 'Depth band width',
    rank: 'Count taxa by',
    asLabelled: 'Label',
    individuals: 'Individuals',
    onePerAnnotation: 'One per annotation',
    from: (attribute: string) => `From ${attribute}`,
    unscorable: (names: string[]) =>
      names.length === 0 ? 'Unscorable sample points: none left out' : `Unscorable sample points left out: ${names.join(', ')}`
  },

  exportList: {
    download: 'Download',
    downloadOf: (fileName: string) => `Download ${fileName}`,
    delete: {
      title: 'Delete this export?',
      confirm: 'Delete export',
      about: (fileName: string) => `${fileName} will be deleted for everyone. The annotations stay, and you can export them again.`
    },
    writing: 'Writing',
    observations: 'Observations',
    cancelled: 'Cancelled',
    losses: (count: number) => `${formatCount(count, 'kind')} of data left out or changed`,
    moreInReport: (count: number) => `and ${formatNumber(count)} more in the report`,
    downloadReport: 'Download the full report'
  }
}
