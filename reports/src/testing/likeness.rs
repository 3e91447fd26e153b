//! How alike two pictures are, apart from what versions of a browser and of its fonts change.

/// The side of the squares whose mean colours are compared, in pixels.
const SQUARE: usize = 25;
/// The least difference of a mean, of 255, that is seen.
const SEEN: f64 = 16.0;

/// The share of squares in which two PNG files differ; all of them if their sizes do.
pub(super) fn difference(one: &[u8], other: &[u8]) -> Result<f64, String> {
    let (one, other) = (squares(one)?, squares(other)?);
    if one.len() != other.len() {
        return Ok(1.0);
    }
    let differs = |(a, b): &(&[f64; 3], &[f64; 3])| a.iter().zip(*b).any(|(a, b)| (a - b).abs() >= SEEN);
    Ok(one.iter().zip(&other).filter(differs).count() as f64 / one.len().max(1) as f64)
}

/// The mean colours of the squares of a picture, row by row.
fn squares(png: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut pixels).map_err(|error| error.to_string())?;
    let (width, bytes) = (info.width as usize, info.color_type.samples());
    let columns = width.div_ceil(SQUARE);
    let mut sums = vec![([0.0; 3], 0.0); columns * (info.height as usize).div_ceil(SQUARE)];
    for (at, pixel) in pixels[..info.buffer_size()].chunks_exact(bytes).enumerate() {
        let (colour, count) = &mut sums[at / width / SQUARE * columns + at % width / SQUARE];
        // Grey pictures have one sample for all colours.
        (0..3).for_each(|sample| colour[sample] += f64::from(pixel[if bytes < 3 { 0 } else { sample }]));
        *count += 1.0;
    }
    Ok(sums.into_iter().map(|(colour, count)| colour.map(|sum| sum / f64::max(count, 1.0))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A white picture with a black rectangle in its upper left corner.
    fn picture(width: u32, height: u32, black: (u32, u32)) -> Vec<u8> {
        let pixels: Vec<u8> = (0..width * height).map(|at| if at % width < black.0 && at / width < black.1 { 0 } else { 255 }).collect();
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("written");
        png
    }

    #[test]
    fn what_is_seen_counts_by_its_area() {
        let same = |one: &[u8], other: &[u8]| difference(one, other).expect("two pictures");
        let white = picture(100, 100, (0, 0));
        assert_eq!(same(&white, &white), 0.0);
        assert_eq!(same(&white, &picture(100, 100, (50, 25))), 2.0 / 16.0);
        assert_eq!(same(&white, &picture(100, 100, (5, 5))), 0.0, "a few pixels");
        assert_eq!(same(&white, &picture(200, 100, (0, 0))), 1.0);
        assert!(difference(b"no picture", &white).is_err());
    }
}
