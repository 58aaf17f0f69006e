import { Fragment, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Select } from '../../../ui/select.tsx'
import styles from './import.module.css'
import type { Source } from './source.ts'
import { texts } from './texts.tsx'

const { source: words } = texts

interface ChooseSourceProps {
  otherProjects: readonly { id: string; title: string }[]
  onChoose: (source: Source) => void
  /** Opens the choice of one branch of a project's catalog. */
  onBranch: (project: { id: string; title: string }) => void
}

const acceptedLists = ['text/csv', 'text/tab-separated-values', 'text/plain', 'application/zip', '.csv', '.tsv', '.txt', '.zip']

/** Choice of the source of labels: a list or another project. */
export function ChooseSource({ otherProjects, onChoose, onBranch }: ChooseSourceProps) {
  return (
    <>
      <p>{words.about}</p>
      <DropZone
        label={words.drop}
        description={words.dropAbout}
        button={words.choose}
        accept={acceptedLists}
        multiple={false}
        onFiles={([file]) => file && onChoose({ kind: 'file', name: file.name, file })}
      />
      {otherProjects.length > 0 && <FromProject projects={otherProjects} onChoose={onChoose} onBranch={onBranch} />}
      <details className={styles.names}>
        <summary>{words.columns}</summary>
        <dl>
          {words.columnNames.map(({ name, columns }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{columns}</dd>
            </Fragment>
          ))}
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
        label={words.project}
        value={id}
        onChange={event => setId(event.target.value)}
        options={projects.map(({ id: value, title }) => ({ value, label: title }))}
      />
      <Button onClick={() => chosen && onBranch(chosen)}>{words.part}</Button>
      <Button onClick={() => chosen && onChoose({ kind: 'project', name: chosen.title, projectId: chosen.id })}>{words.all}</Button>
    </div>
  )
}
