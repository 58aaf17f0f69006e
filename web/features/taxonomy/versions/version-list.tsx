import { useState } from 'react'
import type { CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { formatNumber } from '../../../ui/format.ts'
import { CheckIcon, CopyIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { saveTaxonList } from '../save-taxon-list.ts'
import { citationOf } from './citation.ts'
import { texts } from './texts.ts'
import styles from './versions.module.css'

const { list: words } = texts

interface VersionListProps {
  projectTitle: string
  versions: CatalogVersion[]
  /** Version that the URL refers to. */
  current: string | null
}

/** Versions of a catalog, each with its citation and download. */
export function VersionList({ projectTitle, versions, current }: VersionListProps) {
  const columns: Column<CatalogVersion>[] = [
    {
      id: 'name',
      header: words.version,
      cell: ({ id, name, note }) => (
        <div className={styles.version} data-current={id === current || undefined}>
          <b>{name}</b>
          {note && <p>{note}</p>}
        </div>
      )
    },
    { id: 'labels', header: words.labels, number: true, stackedLabel: true, cell: ({ labelCount }) => formatNumber(labelCount, 0) },
    {
      id: 'frozen',
      header: words.frozen,
      stackedLabel: true,
      cell: ({ createdAt, createdBy }) => (
        <span className={styles.frozen}>
          <Timestamp time={createdAt} show="day" /> {words.by(createdBy)}
        </span>
      )
    },
    {
      id: 'actions',
      header: '',
      srHeader: words.actions,
      cell: version => (
        <div className={styles.rowActions}>
          <CiteButton name={version.name} citation={citationOf(projectTitle, version, location.origin)} />
          <Button
            size="small"
            variant="quiet"
            icon={<DownloadIcon aria-hidden />}
            onClick={() => void saveTaxonList(version.projectId, version)}
          >
            {words.save}
            <VisuallyHidden>{words.saved(version.name)}</VisuallyHidden>
          </Button>
        </div>
      )
    }
  ]
  return <Table label={words.label} columns={columns} rows={versions} rowKey={({ id }) => id} />
}

function CiteButton({ name, citation }: { name: string; citation: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      size="small"
      variant="quiet"
      icon={copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
      onClick={() => void copyText(citation).then(setCopied)}
      onBlur={() => setCopied(false)}
    >
      {copied ? words.copied : words.copy}
      <VisuallyHidden>{words.of(name)}</VisuallyHidden>
    </Button>
  )
}
