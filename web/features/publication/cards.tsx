import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { Project } from '../../../shared/contracts/projects.ts'
import type { Described } from '../../../shared/publication/described.ts'
import { fullName } from '../../../shared/publication/people.ts'
import { readNumber } from '../../ui/read-number.ts'
import { FormFields } from '../../ui/section.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { Card } from './card.tsx'
import { atMost, fieldProps, numberBetween, type PublicationForm } from './field-props.ts'
import { keywordsIn } from './fields.ts'
import styles from './publication.module.css'

interface CardOfForm {
  form: PublicationForm
  readOnly: boolean
}

export function DatasetCard({ form, project, readOnly }: CardOfForm & { project: Project }) {
  return (
    <Card title="Data set" description="Empty fields take the words of the project.">
      <FormFields className={styles.fields}>
        <TextField
          {...fieldProps(form, 'title', readOnly, atMost(300))}
          placeholder={project.title}
          description="Subject, place and time of the study, as it should be found and cited."
        />
        <TextArea
          {...fieldProps(form, 'abstract', readOnly, atMost(10_000))}
          rows={6}
          placeholder={project.description ?? undefined}
          description="Aim, place and gear of the work, and the content of the data. Each line becomes a paragraph."
        />
        <div className={styles.pair}>
          <TextField
            {...fieldProps(form, 'keywords', readOnly, {
              validate: text => {
                const words = keywordsIn(String(text))
                if (words.length > 50) return 'At most 50 keywords'
                return words.every(({ length }) => length <= 100) || 'A keyword has at most 100 characters: part them by commas'
              }
            })}
            optional
            description="Parted by commas: benthos, ROV, Porifera."
          />
          <TextField
            {...fieldProps(form, 'geographicDescription', readOnly, atMost(1000))}
            optional
            placeholder={project.region ?? undefined}
            description="Where the data are from: Sur Ridge, off central California."
          />
        </div>
      </FormFields>
    </Card>
  )
}

export function ContactCard({ form, about, readOnly }: CardOfForm & { about: Described }) {
  const [first] = about.creators
  const standIn = first && { ...first, name: fullName(first) }
  return (
    <Card
      title="Contact"
      description={standIn ? `Questions about the data go here. Empty, it is ${standIn.name}.` : 'Questions about the data go here.'}
    >
      <FormFields className={styles.fields}>
        <div className={styles.pair}>
          <TextField {...fieldProps(form, 'contactGivenName', readOnly, atMost(200))} label="Given name" optional />
          <TextField {...fieldProps(form, 'contactSurName', readOnly, atMost(200))} label="Surname" optional />
          <TextField {...fieldProps(form, 'contactOrganization', readOnly, atMost(300))} label="Organization or desk" optional />
          <TextField
            {...fieldProps(form, 'contactEmail', readOnly, {
              ...atMost(254),
              pattern: { value: /^\s*([^\s@]+@[^\s@]+)?\s*$/, message: 'This is no e-mail address' }
            })}
            label="E-mail"
            inputMode="email"
            placeholder={standIn?.email ?? undefined}
          />
        </div>
      </FormFields>
    </Card>
  )
}

// Long: the parts of one card.
export function MethodsCard({ form, project, readOnly }: CardOfForm & { project: Project }) {
  const { getValues } = form
  return (
    <Card
      title="Methods"
      description={
        <>
          For images whose site and survey say nothing else. What differs from place to place stands with{' '}
          <Link to={projectPath(project.id, 'annotate/sites')}>its site or survey</Link>.
        </>
      }
    >
      <FormFields className={styles.fields}>
        <TextField
          {...fieldProps(form, 'samplingProtocol', readOnly, atMost(1000))}
          description="Name, description or address of the method: towed camera transect, one image every 10 s."
        />
        <TextArea
          {...fieldProps(form, 'samplingDescription', readOnly, atMost(10_000))}
          optional
          rows={4}
          description="Which places, why there, and which images were annotated."
        />
        <div className={styles.pair}>
          <TextField
            {...fieldProps(form, 'sampleSizeValue', readOnly, {
              validate: text => {
                const value = readNumber(String(text))
                if (value !== null && !(value > 0)) return 'Write a number greater than 0'
                return (value === null) === (getValues('sampleSizeUnit').trim() === '') || 'A size and its unit come together'
              }
            })}
            optional
            inputMode="decimal"
            description="Of one image, where its area is not known."
          />
          <TextField
            {...fieldProps(form, 'sampleSizeUnit', readOnly, atMost(100))}
            optional
            list="sample-size-units"
            description="square metre, photograph, minute."
          />
          <datalist id="sample-size-units">
            {['photograph', 'square metre', 'cubic metre', 'minute', 'second'].map(unit => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
          <TextField
            {...fieldProps(form, 'samplingEffort', readOnly, atMost(300))}
            optional
            description="Of all of it: 4 dives of 30 minutes, 2 observers."
          />
          <TextField
            {...fieldProps(form, 'habitat', readOnly, atMost(300))}
            optional
            placeholder={project.habitat ?? undefined}
            description="Kind of sea floor or water."
          />
          <TextField
            {...fieldProps(form, 'locationID', readOnly, {
              ...atMost(300),
              pattern: { value: /^\s*\S*\s*$/, message: 'An identifier has no blanks' }
            })}
            optional
            inputMode="url"
            description="Of a gazetteer: http://marineregions.org/mrgid/2401."
          />
          <TextField
            {...fieldProps(form, 'coordinateUncertaintyInMeters', readOnly, { validate: numberBetween(1, 20_037_509) })}
            optional
            inputMode="decimal"
            after="m"
            description="Largest error of a position, of an image or of its site."
          />
        </div>
      </FormFields>
    </Card>
  )
}
