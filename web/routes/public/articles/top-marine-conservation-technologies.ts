import { aside, facts, figure, heading, list, paragraph } from '../prose/blocks.ts'
import type { Article } from './article.ts'

export const conservationTechnologies: Article = {
  blocks: [
    paragraph(
      'Lists of conservation technology usually go by novelty. A manager who has to defend a closure in front of a fishing association needs another order: by claim. There are only a few kinds of sentence that conservation decisions rest on. *It lives here. It does not live here. There are this many. There are fewer than before. Somebody did this, then.* Every instrument supports some of these sentences and is useless for others, whatever it costs. So begin with the sentence.'
    ),
    heading('cameras', 'Cameras: what lives here, and how much of it'),
    paragraph(
      'Pictures from divers, drop frames, towed sleds and remotely operated vehicles are the workhorse, because the evidence can be looked at again. A second expert can disagree with the first one in ten years’ time, when the species has been split in three. That alone puts imagery ahead of a tally on a slate. With two parallel lasers in view, or a calibrated stereo pair, a count becomes a density and an outline becomes a length; overlapping pictures of a reef become a model on which growth and breakage can be measured.[^burns]'
    ),
    paragraph(
      'Light limits cameras, in a way that brighter lamps cannot fix. Water takes the colours one after the other. Even in very clear water red is halved about every two metres, and the light of a lamp has to travel twice: down to the animal and back to the lens. A vehicle flying at two metres looks through four metres of water, and a quarter of its red is left; at five metres altitude the path is ten metres and the red is practically gone, while blue has lost less than a fifth. Software can stretch what little red remains but cannot invent it. The altitude of the camera is therefore a scientific setting: write it down for each picture, and compare only pictures taken from about the same height.'
    ),
    figure('light'),
    paragraph(
      'Baited cameras turn the question round: animals come to the picture. They are excellent for scavengers and predatory fish, with a well-tried protocol,[^langlois] and their usual number, the most individuals seen at one moment, is a relative index. It says more or fewer, not how many per hectare; how far the smell has drifted with the current is not known.'
    ),
    heading('absence', 'The hard sentence: it does not live here'),
    paragraph(
      'Absence is never seen. A survey can only show that it searched hard enough. If a single sample (a drop of the camera, a litre of filtered water, an hour of recording) has a chance of three in ten of revealing a species that *is* there, then one sample that shows nothing says very little. Nine independent samples that show nothing leave a chance of less than 5 % of having missed it. At one in ten, twenty-nine samples are needed. This simple sum decides most survey budgets, and it is astonishing how often it is not done before the ship sails.'
    ),
    figure('replicates'),
    paragraph(
      'The chance per sample is itself unknown, and it has to be estimated from repeated visits to the same places. Occupancy models do exactly that and have been standard in terrestrial work for two decades.[^mackenzie] They need one thing from the field: that each sample is recorded, even the empty ones. A database that only has room for sightings throws away the half of the data that could have shown an absence.'
    ),
    heading('edna', 'Environmental DNA: who has been here'),
    paragraph(
      'A litre of water carries traces of what swims in it, and sequencing reads them.[^thomsen] For secretive, rare or nocturnal species this is often the most sensitive method there is, and it needs no taxonomist on deck. Its limits are the mirror image of the camera’s. It cannot show that the animal was alive, how large it was, or precisely where, since water moves. Read numbers are not head counts. And a name can only be found if somebody has put that species, correctly identified, into a reference library; for much of the deep sea nobody has. Take field blanks as seriously as samples, and keep a filter half in the freezer for the day when the library is better.'
    ),
    heading('listening', 'Listening: presence through the night and the storm'),
    paragraph(
      'A moored hydrophone works in the dark, in winter and for months, at a tiny fraction of a ship’s cost, and for whales it has become indispensable.[^mellinger] It gives presence by hour and, with several instruments, positions. Silence, however, is not absence: animals that do not call are not heard, and a call rate is a behaviour before it is an abundance. Reefs and fish choruses can be followed as well, but there the reference library has, so far, more gaps than entries.'
    ),
    heading('vessels', 'Watching vessels: somebody did this, then'),
    paragraph(
      'Satellite positions from the automatic identification system made fishing visible as a global pattern.[^kroodsma] For a protected area it is the cheapest evidence of pressure that can be had, and it is available for years back. It sees those who transmit. Small boats need not carry a transmitter, and those with something to hide switch theirs off. Radar images fill part of that gap. Use tracks to steer patrols and to explain change on the bottom; before naming a vessel in public, have the gaps in its track looked at by somebody who knows how many innocent reasons there are.'
    ),
    facts(
      'Claim and instrument',
      ['Claim', 'Strong', 'Weak or unfit'],
      ['It lives here', 'Pictures with an archived original; DNA with a good reference', 'Index counts without evidence kept'],
      ['It does not live here', 'Any method with replicates and a known chance per sample', 'A single visit, whatever the instrument'],
      ['There are this many', 'Pictures with a scale and a known area', 'Read numbers, call rates, bait counts'],
      ['There are fewer than before', 'The same method at the same places, effort recorded', 'A comparison across methods or cameras'],
      ['Somebody did this, then', 'Vessel tracks, time-stamped pictures of marks on the bottom', 'Ecological change alone']
    ),
    heading('lasting', 'The technology that is always forgotten'),
    paragraph(
      'The least glamorous instrument has the longest reach: a record that others can use. A sighting that reaches OBIS with coordinates, depth, time, a matched name and a note on how it was identified will take part in analyses that nobody has thought of yet.[^obis] It takes Darwin Core for the table,[^dwc] the World Register of Marine Species for the name,[^worms] and discipline about four small things:'
    ),
    list(
      'Effort: where you looked, for how long, over which area, including every sample with nothing in it.',
      'Uncertainty: of the position, the depth and the identification. *Probably* is information.',
      'Evidence: the picture, the sequence, the recording, under an address that will still answer in ten years.',
      'Restraint: exact positions of what is collected or poached are published coarsely, and the note says so.'
    ),
    aside(
      'Before buying anything, write the sentence you want to be able to say at the end, with its number and its interval. Then ask which instrument produces exactly that, how many replicates it takes, and who will look after the data when the project’s money has run out.'
    ),
    paragraph(
      'The best combination is rarely the newest: cameras for what can be seen and measured, DNA for what hides, hydrophones for the months when nobody is there, tracks for the pressure, and one catalogue in which all of it refers to the same places, times and names. That catalogue is unspectacular work, and it is what turns instruments into evidence.'
    )
  ],
  notes: [
    {
      key: 'burns',
      text: 'J. H. R. Burns and others (2015), Integrating structure-from-motion photogrammetry with geospatial software as a novel technique for quantifying 3D ecological characteristics of coral reefs, *PeerJ* 3: e1077.'
    },
    {
      key: 'langlois',
      text: 'T. Langlois and others (2020), A field and video annotation guide for baited remote underwater stereo-video surveys of demersal fish assemblages, *Methods in Ecology and Evolution* 11: 1401–1409.'
    },
    {
      key: 'mackenzie',
      text: 'D. I. MacKenzie and others (2002), Estimating site occupancy rates when detection probabilities are less than one, *Ecology* 83: 2248–2255.'
    },
    {
      key: 'thomsen',
      text: 'P. F. Thomsen and E. Willerslev (2015), Environmental DNA: an emerging tool in conservation for monitoring past and present biodiversity, *Biological Conservation* 183: 4–18.'
    },
    {
      key: 'mellinger',
      text: 'D. K. Mellinger and others (2007), An overview of fixed passive acoustic observation methods for cetaceans, *Oceanography* 20(4): 36–45.'
    },
    { key: 'kroodsma', text: 'D. A. Kroodsma and others (2018), Tracking the global footprint of fisheries, *Science* 359: 904–908.' },
    {
      key: 'obis',
      text: 'Ocean Biodiversity Information System: [obis.org](https://obis.org/), with a manual for data providers at [manual.obis.org](https://manual.obis.org/).'
    },
    {
      key: 'dwc',
      text: 'Darwin Core standard, Biodiversity Information Standards (TDWG): [dwc.tdwg.org/terms](https://dwc.tdwg.org/terms/).'
    },
    { key: 'worms', text: 'World Register of Marine Species: [marinespecies.org](https://www.marinespecies.org/).' }
  ]
}
