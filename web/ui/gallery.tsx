import { type ReactNode, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { Badge, Chip } from './badge.tsx'
import { Button, IconButton } from './button.tsx'
import { Checkbox, RadioGroup, Switch } from './choice.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { formatDepth, formatPosition, formatPositionMinutes } from './format.ts'
import styles from './gallery.module.css'
import { AnnotateIcon, PlusIcon, RetryIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import { MenuButton } from './menu.tsx'
import { Note } from './note.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Panel } from './section.tsx'
import { Select } from './select.tsx'
import { SkeletonRows } from './skeleton.tsx'
import { Table } from './table.tsx'
import { Tabs } from './tabs.tsx'
import { DateField, PasswordField, TextArea, TextField } from './text-field.tsx'

const colours = ['bg', 'surface', 'surface-2', 'surface-3', 'line', 'line-strong', 'text', 'text-2', 'text-3', 'primary', 'primary-soft']
const meanings = [
  'magenta',
  'magenta-soft',
  'ok',
  'ok-soft',
  'warn',
  'warn-soft',
  'danger',
  'danger-soft',
  'land',
  'buff',
  'buff-line',
  'focus'
]
const data = [1, 2, 3, 4, 5, 6, 7, 8].map(slot => `data-${slot}`)
const depths = [0, 50, 200, 1000, 2000, 4000, 6000, 11000].map(meters => `depth-${meters}`)

/** Every component of the design system, in both themes side by side, in three densities. */
export default function Gallery() {
  const [density, setDensity] = useState('normal')
  return (
    <div className={styles.gallery}>
      <Select
        label="Density"
        value={density}
        onChange={event => setDensity(event.target.value)}
        options={['compact', 'normal', 'touch'].map(value => ({ value, label: value }))}
      />
      <div className={styles.themes} data-density={density}>
        {(['light', 'dark'] as const).map(theme => (
          <div key={theme} data-theme={theme} className={styles.theme}>
            <Parts theme={theme} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Parts({ theme }: { theme: string }) {
  const [tab, setTab] = useState('fields')
  return (
    <>
      <Logo />
      <Swatches names={colours} />
      <Swatches names={meanings} />
      <Swatches names={data} />
      <Swatches names={depths} />
      <Row>
        <Button variant="primary" icon={<PlusIcon aria-hidden />}>
          Primary
        </Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <Button busy>Busy</Button>
        <IconButton label={`Try again, ${theme}`}>
          <RetryIcon />
        </IconButton>
        <MenuButton
          label={`More, ${theme}`}
          items={[
            { id: 'copy', label: 'Copy link' },
            { id: 'delete', label: 'Delete', tone: 'danger', startsGroup: true }
          ]}
        >
          Menu
        </MenuButton>
      </Row>
      <Row>
        <Badge>viewer</Badge>
        <Badge tone="primary">owner</Badge>
        <Badge tone="ok">verified</Badge>
        <Badge tone="warn">no position</Badge>
        <Badge tone="danger">failed</Badge>
        <Badge tone="machine">suggested 0.87</Badge>
        <Chip removeLabel={`Remove filter Depth, ${theme}`} onRemove={() => {}}>
          Depth &gt; 200 m
        </Chip>
        <Avatar name="Ana" />
      </Row>
      <Tabs
        label={`Parts, ${theme}`}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'fields', label: 'Fields', content: <Fields theme={theme} /> },
          { id: 'states', label: 'States', content: <States /> },
          { id: 'data', label: 'Data', content: <Data theme={theme} /> }
        ]}
      />
    </>
  )
}

function Fields({ theme }: { theme: string }) {
  return (
    <div className={styles.stack}>
      <TextField label="Name" description="As it appears in exports." defaultValue="Sur Ridge" />
      <TextField label="Depth" error="A depth cannot be negative" defaultValue="-12" after="m" inputMode="decimal" />
      <PasswordField label="Password" />
      <DateField label="First day" defaultValue="2026-03-01" optional />
      <TextArea label="Method" rows={2} />
      <Checkbox label="Only with a position" description="Leaves out images without one." defaultChecked />
      <Switch label="Letter keys" defaultChecked />
      <RadioGroup
        legend="Visibility"
        name={`visibility-${theme}`}
        defaultValue="private"
        options={[
          { value: 'private', label: 'Private', description: 'Its members.' },
          { value: 'internal', label: 'Internal', description: 'Everyone with an account here.' }
        ]}
      />
    </div>
  )
}

function States() {
  return (
    <div className={styles.stack}>
      <EmptyState title="A project holds one study" level={3} actions={<Button variant="primary">New project</Button>}>
        Images, their places and times, and the organisms in them.
      </EmptyState>
      <ErrorPanel
        title="The projects could not be loaded"
        detail="The server did not answer within 30 seconds."
        safe="Your input is still here."
        onRetry={() => {}}
        reference="01JD2Q7W"
      />
      <Note>Positions of sensitive species are published as a cell, never as a point.</Note>
      <SkeletonRows rows={3} />
      <ProgressBar label="Uploading transect-04.tif" share={0.42} value="42 of 100 MB" />
      <ProgressBar label="Making tiles" />
    </div>
  )
}

const stations = [
  { name: 'SR-01', depth: 812, latitude: 36.3712, longitude: -122.3051 },
  { name: 'SR-02', depth: 1310, latitude: 36.4488, longitude: -122.2504 }
]

function Data({ theme }: { theme: string }) {
  return (
    <Panel>
      <Table
        label={`Stations, ${theme}`}
        rows={stations}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', header: 'Station', cell: ({ name }) => name },
          { id: 'depth', header: 'Depth', number: true, cell: ({ depth }) => formatDepth(depth) },
          { id: 'degrees', header: 'Position', cell: ({ latitude, longitude }) => <code>{formatPosition(latitude, longitude)}</code> },
          {
            id: 'minutes',
            header: 'On a chart',
            cell: ({ latitude, longitude }) => <code>{formatPositionMinutes(latitude, longitude)}</code>
          }
        ]}
      />
      <p className={styles.row}>
        <AnnotateIcon aria-hidden /> <i>Primnoa pacifica</i> Kinoshita, 1907
      </p>
    </Panel>
  )
}

function Swatches({ names }: { names: string[] }) {
  return (
    <ul className={styles.swatches}>
      {names.map(name => (
        <li key={name}>
          <span className={styles.swatch} style={{ background: `var(--${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
