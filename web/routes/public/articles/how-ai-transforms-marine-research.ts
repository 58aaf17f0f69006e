import { aside, figure, heading, paragraph, steps } from '../prose/blocks.ts'
import type { Article } from './article.ts'

export const howAi: Article = {
  blocks: [
    paragraph(
      'Cameras outran eyes a long time ago. A towed camera that takes one picture every five seconds brings home 5,760 pictures from eight hours on the bottom. At two minutes a picture, which is quick for a person who marks every animal, one such day costs 192 hours: almost five weeks of work. So surveys are thinned, every tenth picture is annotated, and the rest goes to a disk in a cupboard. That disk is what machine learning changes. It does not replace the person who can tell two sea cucumbers apart. It changes the images that this person sees, and their order.'
    ),
    paragraph(
      'The change is real and it is also easy to get wrong, because the figures by which models are praised are not the figures a survey needs. This article walks through three of them. The curves below are computed in your browser from a stated model; they are not results of any particular detector, and every one of them can be saved as a table.'
    ),
    heading('what-a-score-is', 'The meaning of a score'),
    paragraph(
      'Give a detector a picture and it answers with boxes, a name for each, and a score. The score is often written as a percentage and then read as “the chance that this is right”. It is not, unless somebody has calibrated it on pictures like yours. A score is only reliable as a *rank*: crops with a high score hold the animal more often than crops with a low one. Where to cut that ranking is your decision, and it has a price on both sides. Cut high and you lose animals. Cut low and you drown in stones that look like sponges.'
    ),
    paragraph(
      'A suggestion is therefore not an observation. It becomes one when a person has accepted it, and the record has to say which of the two it is. Darwin Core has a term for that, `identificationVerificationStatus`, and it costs nothing to fill it from the first day.[^dwc] It is very hard to fill afterwards.'
    ),
    heading('rare-animals', 'Rare animals make good detectors look bad'),
    paragraph(
      'Take a detector that finds nine animals in ten and raises a false alarm on one empty crop in twenty-three. That is a good detector. On a test set in which half of the crops hold the animal, more than 95 % of what it flags is right. Now tow it over a plain where one crop in a hundred holds the animal. The detector is the same, the sea is not: there are now ninety-nine empty crops for each full one, each with its small chance of a false alarm, and fewer than one flag in five is right. Nothing broke. The share of correct flags, *precision*, belongs to the detector and the place together.'
    ),
    figure('precision'),
    paragraph(
      'Two habits follow. First, never carry a published precision to your own site; carry the recall and the false alarm rate, and work out the precision from how common your animal is. Second, be suspicious of raw counts. If a survey moves from a rich station to a poor one, the number of flags falls more slowly than the number of animals, because the false alarms stay. A decline can hide in a constant rain of false alarms, and an increase can be made of murky water.'
    ),
    heading('how-much-to-look-at', 'The better question: how much must I check?'),
    paragraph(
      'If a person checks every flag, precision stops being a question of truth and becomes a question of time. The useful curve is then a different one: sort all crops by score, start at the top, and ask how many animals have been found after a given share of the pile. For our detector and an animal in one crop out of a hundred, nine animals in ten lie within the first 5 % of the pile. That is the transformation in one sentence: weeks become days, and the person spends the days on animals instead of on mud.'
    ),
    figure('effort'),
    paragraph(
      'The same curve shows where the promise ends. To go from 90 % to 99 % of the animals, you have to check about a quarter of the pile; for 99.9 %, more than half of it. The last animals are the small, half-buried, oddly lit ones, which is to say the ones that resemble the background. If your question needs every individual, for instance because a single cold-water coral decides where a trawl may go, the machine helps you begin but does not let you stop.'
    ),
    heading('how-much-to-check', 'Checking is sampling'),
    paragraph(
      'Few teams check everything. They check some flags and some of the pile that was *not* flagged, and write “90 % correct” into the methods. The honest version carries an interval. After 50 checks of which 45 are right, the 95 % interval runs from 79 % to 96 %; after 400 checks at the same rate it runs from 87 % to 93 %.[^wilson] Four hundred random checks are an afternoon, and they are worth more than any leaderboard, because they are from your camera, your water and your animals.'
    ),
    figure('checks'),
    paragraph(
      'Random is the important word. The flags that you happen to open, and those at the top, prove nothing about the rest. Mark one item in ten as a blind probe, drawn by the program from everything, and estimate accuracy from those probes only. The probes from the unflagged part tell you the recall, which nobody can guess from the flags alone.'
    ),
    heading('people-disagree', 'The yardstick bends too'),
    paragraph(
      'All of this measures the machine against people, and people are not a metal ruler. Studies in which several experts annotated the same images found real differences, both in detections and in names.[^durden] [^beijbom] Before blaming the model, have two people annotate the same hundred pictures without seeing each other’s work. Their agreement is the ceiling of what any model trained on them can be shown to reach.'
    ),
    paragraph(
      'Names are where they differ most. From a picture, an honest identification often ends at family, or at “the same thing as in picture 40”. Open nomenclature exists for that, with agreed signs for image-based work: *indet.*, *stet.*, *sp. inc.*[^horton] Reference collections such as FathomNet show how names have been used.[^fathomnet] A label tree that forces a species name makes the training data worse and the map more beautiful, in that order.'
    ),
    aside(
      'Split by dive, never by picture. Neighbouring frames show the same animals on the same mud. If some of them are used for training and others for testing, the test only asks whether the model remembers. Keep whole dives, better whole cruises, out of training.'
    ),
    heading('working-order', 'A working order that holds'),
    steps(
      'Annotate a few hundred pictures by hand, spread over dives and depths, two people blind on part of them.',
      'Train or choose a model; keep two dives out of everything.',
      'Run it on those two dives and draw the effort curve. Decide how many animals you can afford to miss, and read off how much you must check.',
      'Let it sort the rest. Review from the top, with one random probe in ten.',
      'Report recall, precision and their intervals from the probes, with the agreement of the two people beside them.',
      'Write down model, version, threshold and reviewer with each record, and the camera’s data with each picture; iFDO is a ready form for the latter.[^ifdo]'
    ),
    paragraph(
      'None of this needs a large model or a large lab. It needs one place for images, annotations, suggestions and decisions, in which no suggestion becomes a record by itself. Isobath is built to be that place. Today, people annotate its images, and detections of other programs are imported as suggestions for review. Running models inside Isobath is planned.'
    )
  ],
  notes: [
    {
      key: 'dwc',
      text: 'Darwin Core standard, Biodiversity Information Standards (TDWG): [dwc.tdwg.org/terms](https://dwc.tdwg.org/terms/). J. Wieczorek and others (2012), Darwin Core: an evolving community-developed biodiversity data standard, *PLOS ONE* 7(1): e29715.'
    },
    {
      key: 'wilson',
      text: 'E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference, *Journal of the American Statistical Association* 22: 209–212.'
    },
    {
      key: 'durden',
      text: 'J. M. Durden and others (2016), Comparison of image annotation data generated by multiple investigators for benthic ecology, *Marine Ecology Progress Series* 552: 61–70.'
    },
    {
      key: 'beijbom',
      text: 'O. Beijbom and others (2015), Towards automated annotation of benthic survey images: variability of human experts and operational modes of automation, *PLOS ONE* 10(7): e0130312.'
    },
    {
      key: 'horton',
      text: 'T. Horton and others (2021), Recommendations for the standardisation of open taxonomic nomenclature for image-based identifications, *Frontiers in Marine Science* 8: 620702.'
    },
    {
      key: 'fathomnet',
      text: 'K. Katija and others (2022), FathomNet: a global image database for enabling artificial intelligence in the ocean, *Scientific Reports* 12: 15914.'
    },
    { key: 'ifdo', text: 'T. Schoening and others (2022), Making marine image data FAIR, *Scientific Data* 9: 414.' }
  ]
}
