import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Select } from '../../../ui/select.tsx'
import styles from './import.module.css'
import type { Source } from './import-dialog.tsx'

interface ChooseSourceProps {
  otherProjects: readonly { id: string; title: string }[]
  onChoose: (source: Source) => void
  /** Opens the choice of a part of a project's catalog. */
  onBranch: (project: { id: string; title: string }) => void
}

const acceptedLists = ['text/csv', 'text/tab-separated-values', 'text/plain', 'application/zip', '.csv', '.tsv', '.txt', '.zip']

/** Choice of the source: a list or another project. */
export function ChooseSource({ otherProjects, onChoose, onBranch }: ChooseSourceProps) {
  return (
    <>
      <p>You see the effect of every row before anything is saved.</p>
      <DropZone
        label="Drop a list here"
        description="A label tree (id, parent_id, name) or a Darwin Core list of taxa or occurrences, as CSV, tab-separated text or an archive (zip)."
        button="Choose a list"
        accept={acceptedLists}
        multiple={false}
        onFiles={([file]) => file && onChoose({ kind: 'file', name: file.name, file })}
      />
      {otherProjects.length > 0 && <FromProject projects={otherProjects} onChoose={onChoose} onBranch={onBranch} />}
      <details className={styles.names}>
        <summary>Recognised column names</summary>
        <dl>
          <dt>Label</dt>
          <dd>
            <code>name</code>, <code>label</code> or <code>scientificName</code> (one is required)
          </dd>
          <dt>Tree</dt>
          <dd>
            <code>id</code> and <code>parent_id</code>, <code>taxonID</code> and <code>parentNameUsageID</code>, <code>parent</code> by
            name, or columns from <code>kingdom</code> to <code>genus</code>
          </dd>
          <dt>Taxon</dt>
          <dd>
            <code>scientificNameAuthorship</code>, <code>taxonRank</code>, <code>scientificNameID</code> or <code>AphiaID</code>,{' '}
            <code>taxonomicStatus</code>, <code>acceptedNameUsage</code>, <code>acceptedNameUsageID</code>
          </dd>
          <dt>Names</dt>
          <dd>
            <code>vernacularName</code>, <code>language</code>, <code>synonyms</code>
          </dd>
          <dt>Other</dt>
          <dd>
            <code>isMarine</code>, <code>isBrackish</code>, <code>isFreshwater</code>, <code>isTerrestrial</code>, <code>threatStatus</code>
            , <code>identificationQualifier</code>, <code>morphospecies</code>, <code>color</code>, <code>definition</code>
          </dd>
        </dl>
      </details>
    </>
  )
}

interface FromProjectProps extends Omit<ChooseSourceProps, 'otherProjects'> {
  projects: ChooseSourceProps['otherProjects']
}

function FromProject({ projects, onChoose, onBranch }: FromProjectProps) {
  const [id, setId] = useState(projects[0]?.id ?? '')
  const chosen = projects.find(project => project.id === id)
  return (
    <div className={styles.fromProject}>
      <Select
        label="Or copy the catalog of another project"
        value={id}
        onChange={event => setId(event.target.value)}
        options={projects.map(({ id: value, title }) => ({ value, label: title }))}
      />
      <Button onClick={() => chosen && onBranch(chosen)}>A part of it…</Button>
      <Button onClick={() => chosen && onChoose({ kind: 'project', name: chosen.title, projectId: chosen.id })}>All of it</Button>
    </div>
  )
}
