// Regretted cuts of an audit, worst first: where they were made and how far they travelled.

function openGallery(explorer) {
  if (!facts.gallery.length) return;
  byId('gallery-list').replaceChildren(...facts.gallery.map((entry) => galleryEntry(explorer, entry)));
  byId('gallery').showModal();
}
